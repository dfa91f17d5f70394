import { describe, expect, test } from 'vitest';
import {
  changedParts,
  cleanProfile,
  draftState,
  mergeSamples,
  profileProblems,
  publishedSamples,
  type Profile,
} from './rules-draft.ts';

const FULL: Profile = {
  title: 'Drummer',
  card_description: '',
  bio: 'Brushes.',
  styles: ['Jazz'],
  instruments: ['drums'],
  services: ['recording'],
  samples: [],
  deleted: [],
};
const stored = (id: string, position: number | null, state = 'kept') => ({
  id,
  title: id,
  did: '',
  position,
  state,
});
const item = (id: string, shown = true) => ({ id, title: id, did: '', shown });

describe('what publishing needs', () => {
  test('a title, words, an instrument and a service', () => {
    expect(profileProblems(FULL)).toEqual([]);
    const empty = { ...FULL, title: ' ', bio: '\n', instruments: [], services: [] };
    expect(profileProblems(empty).map(({ field }) => field)).toEqual([
      'title',
      'bio',
      'instruments',
      'services',
    ]);
  });

  test.each([
    ['title', { title: 'x'.repeat(81) }],
    ['card_description', { card_description: 'x'.repeat(161) }],
    ['bio', { bio: 'x'.repeat(3001) }],
    ['styles', { styles: Array.from({ length: 13 }, (_, at) => `Style ${at}`) }],
    ['styles', { styles: ['x'.repeat(31)] }],
    ['samples', { samples: [{ ...item('a'), title: '' }] }],
    ['samples', { samples: 'abcdefg'.split('').map((id) => item(id)) }],
  ] as const)('%s within its limit', (field, part) => {
    expect(profileProblems({ ...FULL, ...part }).map((error) => error.field)).toEqual([field]);
  });

  test('limits count characters as people do, and six samples beside hidden ones are enough', () => {
    const samples = 'abcdefg'.split('').map((id, at) => item(id, at < 6));
    expect(profileProblems({ ...FULL, title: '🥁'.repeat(80), samples })).toEqual([]);
  });
});

test('texts are stored clean, each style and choice once', () => {
  const typed = {
    ...FULL,
    title: ' Drum\nmer ',
    bio: 'a\r\nb ',
    styles: ['Jazz', 'JAZZ', ' '],
    services: ['a', 'a'],
  };
  expect(cleanProfile(typed)).toMatchObject({
    title: 'Drum mer',
    bio: 'a\nb',
    styles: ['Jazz'],
    services: ['a'],
  });
});

describe('samples of a draft', () => {
  test('what has arrived since comes at the end, for the page; what is gone is left out', () => {
    const merged = mergeSamples({ samples: [item('b', false), item('gone')], deleted: [] }, [
      stored('a', null),
      stored('b', 0),
    ]);
    expect(merged).toEqual({ samples: [item('b', false), item('a')], deleted: [] });
  });

  test('only what is published is deleted later, and what cannot be read is on no page', () => {
    const merged = mergeSamples({ samples: [item('a'), item('b'), item('c')], deleted: ['a', 'b', 'gone'] }, [
      stored('a', 0),
      stored('b', null),
      stored('c', null, 'unreadable'),
    ]);
    expect(merged).toEqual({ samples: [item('b'), item('c', false)], deleted: ['a'] });
  });
});

describe('what is not published', () => {
  const published = {
    ...FULL,
    samples: publishedSamples([stored('a', 0), stored('b', 1), stored('c', null)]),
  };
  test.each([
    [[], {}],
    [[], { title: ' Drummer' }],
    [['title', 'bio'], { title: 'Bassist', bio: 'Low.' }],
    [['styles'], { styles: [] }],
    [['services'], { services: ['mixing'] }],
    [['samples'], { samples: [item('b'), item('a'), item('c', false)] }],
    [['samples'], { samples: [item('a'), item('b'), item('c')] }],
    [['samples'], { samples: [item('a'), item('c', false)], deleted: ['b'] }],
    [['samples'], { samples: [{ ...item('a'), did: 'Brushes' }, item('b')] }],
    [[], { samples: [item('c', false), item('a'), item('b')] }],
  ] as const)('%o', (parts, change) => {
    expect(changedParts({ ...published, ...change }, published)).toEqual(parts);
  });

  test('instruments and services have no order', () => {
    const two = { ...published, instruments: ['a', 'b'] };
    expect(changedParts({ ...two, instruments: ['b', 'a'] }, two)).toEqual([]);
  });
});

test.each([
  ['waiting', { isSubmitted: true }],
  ['returned', { isReturned: true }],
  ['new', { isPublished: false }],
  ['changed', { changes: 1 }],
  ['published', {}],
] as const)('%s', (state, part) => {
  const standing = { isPublished: true, isSubmitted: false, isReturned: false, changes: 0 };
  expect(draftState({ ...standing, ...part })).toBe(state);
});
