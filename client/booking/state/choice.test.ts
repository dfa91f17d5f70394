import { describe, expect, test } from 'vitest';
import { EMPTY_FORM } from '../form/booking-form.ts';
import { EMPTY_DRAFT } from '../hold/draft.ts';
import { type Choice, choiceOf, choiceReducer } from './choice.ts';

const EMPTY = choiceOf(EMPTY_DRAFT);
const CHOSEN: Choice = { ...EMPTY, serviceId: 'singer', slotIds: ['a', 'b'] };
const NAMED = { ...EMPTY_FORM, track_title: 'Ballad' };

describe('choosing a service', () => {
  test('another one drops the slots', () => {
    expect(choiceReducer(CHOSEN, { type: 'service-chosen', id: 'mixing', isNew: true })).toEqual({
      ...CHOSEN,
      serviceId: 'mixing',
      slotIds: [],
    });
  });

  test('the present one, chosen by default before, keeps them', () => {
    const byDefault = { ...CHOSEN, serviceId: null };
    expect(choiceReducer(byDefault, { type: 'service-chosen', id: 'singer', isNew: false })).toEqual(CHOSEN);
  });
});

describe('choosing slots', () => {
  test('replaces those before', () => {
    expect(choiceReducer(CHOSEN, { type: 'slots-chosen', ids: ['c'] }).slotIds).toEqual(['c']);
  });

  test('after a refusal only the free ones stay', () => {
    const event = { type: 'slots-refreshed', freeIds: new Set(['b', 'c']) } as const;
    expect(choiceReducer(CHOSEN, event).slotIds).toEqual(['b']);
  });

  test('a released hold takes its slots away and nothing else', () => {
    const written = { ...CHOSEN, form: NAMED };
    expect(choiceReducer(written, { type: 'released' })).toEqual({ ...written, slotIds: [] });
  });
});

describe('a hold that was made elsewhere', () => {
  const found = { type: 'hold-found', serviceId: 'mixing', slotIds: ['x'] } as const;

  test('brings its choice where nothing is chosen', () => {
    expect(choiceReducer(EMPTY, found)).toEqual({ ...EMPTY, serviceId: 'mixing', slotIds: ['x'] });
  });

  test('leaves a choice alone', () => {
    expect(choiceReducer(CHOSEN, found)).toBe(CHOSEN);
  });
});

describe('the form', () => {
  test('is unsaved from its first change on', () => {
    const changed = choiceReducer(CHOSEN, { type: 'form-changed', form: NAMED });
    expect(changed).toEqual({ ...CHOSEN, form: NAMED, unsaved: true });
  });

  test('written over with the same is no change', () => {
    expect(choiceReducer(CHOSEN, { type: 'form-changed', form: { ...EMPTY_FORM } })).toBe(CHOSEN);
  });

  test('slots alone leave it saved', () => {
    expect(choiceReducer(CHOSEN, { type: 'slots-chosen', ids: [] }).unsaved).toBe(false);
  });

  test('is saved at the time that the server says', () => {
    const unsaved = { ...CHOSEN, form: NAMED, unsaved: true };
    const at = '2026-11-21T12:00:00Z';
    expect(choiceReducer(unsaved, { type: 'draft-saved', at })).toEqual({
      ...unsaved,
      savedAt: at,
      unsaved: false,
    });
  });
});

test('a resumed draft replaces all of it', () => {
  const draft = {
    ...EMPTY_DRAFT,
    serviceId: 'mixing',
    slotIds: ['x'],
    savedAt: 'now',
    form: NAMED,
    holdId: 7,
  };
  expect(choiceReducer({ ...CHOSEN, unsaved: true }, { type: 'draft-resumed', draft })).toEqual({
    serviceId: 'mixing',
    slotIds: ['x'],
    form: NAMED,
    savedAt: 'now',
    unsaved: false,
  });
});

test('a booked session leaves nothing', () => {
  expect(choiceReducer({ ...CHOSEN, form: NAMED, unsaved: true }, { type: 'booked' })).toEqual(EMPTY);
});

test.each([
  { type: 'held', id: 7 },
  { type: 'hold-ended', until: null },
  { type: 'call-started', call: 'hold' },
  { type: 'refused', message: 'No' },
  { type: 'step-changed' },
] as const)('$type leaves the choice as it is', (event) => {
  expect(choiceReducer(CHOSEN, event)).toBe(CHOSEN);
});
