import { expect, test } from 'vitest';
import { isSameZone, zoneNames, zoneText } from './zones.ts';

test.each([
  ['Europe/Lisbon', 'Europe/Lisbon', true],
  ['Asia/Calcutta', 'Asia/Kolkata', true],
  ['Europe/Kiev', 'Europe/Kyiv', true],
  ['Etc/UTC', 'UTC', true],
  ['Europe/Lisbon', 'Europe/London', false],
  ['Europe/Lisbon', 'Atlantic/Madeira', false],
])('%s and %s are one zone: %s', (one, other, same) => {
  expect(isSameZone(one, other)).toBe(same);
});

test('the list is full, in order, without repeats, and has what it is given', () => {
  const names = zoneNames('Asia/Kolkata', 'Europe/Lisbon');
  expect(names.length).toBeGreaterThan(400);
  expect(names).toEqual([...new Set(names)].toSorted((a, b) => (a < b ? -1 : 1)));
  expect(names).toEqual(expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Pacific/Chatham', 'Europe/Lisbon']));
});

test('a zone reads without its underscores', () => {
  expect(zoneText('America/Argentina/Buenos_Aires')).toBe('America/Argentina/Buenos Aires');
});
