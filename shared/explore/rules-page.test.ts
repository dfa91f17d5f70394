import { expect, test } from 'vitest';
import { clientName, freeDays, monthInWords, previewText, typicalTexts } from './rules-page.ts';

test.each([
  ['Nora Vance', 'Nora'],
  ['  Nora  ', 'Nora'],
  ['Jean-Luc Picard', 'Jean-Luc'],
  ['', 'A client'],
  ['nora@mail.example', 'A client'],
])('of %j strangers read %j', (name, first) => {
  expect(clientName(name)).toBe(first);
});

test.each([
  ['2026-11', 'November 2026'],
  ['2027-01', 'January 2027'],
])('%s reads %s', (month, words) => {
  expect(monthInWords(month)).toBe(words);
});

test.each([
  [0, 'within minutes', 'within minutes'],
  [19, 'within minutes', 'within minutes'],
  [20, 'in about 20 minutes', 'about 20 minutes'],
  [49, 'in about 50 minutes', 'about 50 minutes'],
  [50, 'in about 1 hour', 'about 1 hour'],
  [89, 'in about 1 hour', 'about 1 hour'],
  [90, 'in about 2 hours', 'about 2 hours'],
  [35 * 60, 'in about 35 hours', 'about 35 hours'],
  [36 * 60, 'in about 2 days', 'about 2 days'],
  [6 * 1440, 'in about 6 days', 'about 6 days'],
])('%i minutes are %s', (minutes, answers, delivers) => {
  expect(typicalTexts({ answer_minutes: minutes, delivery_minutes: minutes })).toEqual([
    `Usually answers ${answers}`,
    `Usually delivers ${delivers} after the session`,
  ]);
});

test('too few cases say nothing', () => {
  expect(typicalTexts({ answer_minutes: null, delivery_minutes: null })).toEqual([]);
});

test('free times stand by the day of the reader', () => {
  const times = ['2026-11-23T22:00:00Z', '2026-11-23T23:30:00Z', '2026-11-24T10:00:00Z'];
  const now = Temporal.Instant.from('2026-11-23T12:00:00Z');
  const read = (zone: string) => freeDays(times, zone, now).map(({ day, times: at }) => [day, at.length]);
  expect(read('UTC')).toEqual([
    ['Today', 2],
    ['Tomorrow', 1],
  ]);
  expect(read('Europe/Berlin')).toEqual([
    ['Today', 1],
    ['Tomorrow', 2],
  ]);
});

test('three days are shown, with four times each and how many more there are', () => {
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  const times = [23, 24, 25, 26].flatMap((day) =>
    ['10', '11', '12', '13', '14', '15'].map((hour) => `2026-11-${day}T${hour}:00:00Z`),
  );
  expect(freeDays(times, 'UTC', now).map(({ day, times: at, more }) => [day, at.length, more])).toEqual([
    ['Mon 23 Nov 26', 4, 2],
    ['Tue 24 Nov 26', 4, 2],
    ['Wed 25 Nov 26', 4, 2],
  ]);
  expect(freeDays([], 'UTC', now)).toEqual([]);
});

test('a preview is one line, cut at a word', () => {
  expect(previewText(' Drums.\n\nBrushes,  too. ')).toBe('Drums. Brushes, too.');
  expect(previewText('one two, three four', 12)).toBe('one two…');
  expect(previewText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(previewText('🥁'.repeat(10), 10)).toBe('🥁'.repeat(10));
});
