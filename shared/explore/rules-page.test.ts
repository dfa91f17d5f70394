import { expect, test } from 'vitest';
import { firstName, monthInWords, previewText, timesByDay, typicalTexts } from './rules-page.ts';

test.each([
  ['Nora Vance', 'Nora'],
  ['  Nora  ', 'Nora'],
  ['Jean-Luc Picard', 'Jean-Luc'],
  ['', 'A client'],
  ['nora@mail.example', 'A client'],
])('of %j strangers read %j', (name, first) => {
  expect(firstName(name)).toBe(first);
});

test.each([
  ['2026-11', 'November 2026'],
  ['2027-01', 'January 2027'],
])('%s reads %s', (month, words) => {
  expect(monthInWords(month)).toBe(words);
});

test.each([
  [0, 'within minutes'],
  [19, 'within minutes'],
  [20, 'in about 20 minutes'],
  [49, 'in about 50 minutes'],
  [50, 'in about 1 hour'],
  [89, 'in about 1 hour'],
  [90, 'in about 2 hours'],
  [35 * 60, 'in about 35 hours'],
  [36 * 60, 'in about 2 days'],
  [6 * 1440, 'in about 6 days'],
])('%i minutes are %s', (minutes, words) => {
  expect(typicalTexts({ answer_minutes: minutes, delivery_minutes: null })).toEqual([
    `Usually answers ${words}`,
  ]);
  expect(typicalTexts({ answer_minutes: null, delivery_minutes: minutes })).toEqual([
    `Usually delivers ${words} after the session`,
  ]);
});

test('too few cases say nothing', () => {
  expect(typicalTexts({ answer_minutes: null, delivery_minutes: null })).toEqual([]);
});

test('times stand by the day of the reader', () => {
  const times = ['2026-11-23T22:00:00Z', '2026-11-23T23:30:00Z', '2026-11-24T10:00:00Z'];
  const read = (zone: string) => timesByDay(times, zone).map(({ day, times: at }) => [day, at.length]);
  expect(read('UTC')).toEqual([
    ['2026-11-23', 2],
    ['2026-11-24', 1],
  ]);
  expect(read('Europe/Berlin')).toEqual([
    ['2026-11-23', 1],
    ['2026-11-24', 2],
  ]);
});

test('a preview is one line, cut at a word', () => {
  expect(previewText(' Drums.\n\nBrushes,  too. ')).toBe('Drums. Brushes, too.');
  expect(previewText('one two, three four', 12)).toBe('one two…');
  expect(previewText('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(previewText('🥁'.repeat(10), 10)).toBe('🥁'.repeat(10));
});
