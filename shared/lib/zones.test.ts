import { expect, test } from 'vitest';
import { haveDifferentTimes, isSameZone, zoneNames, zoneText } from './zones.ts';

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

test.each([
  ['Europe/Lisbon', 'Europe/London', '2026-11-22T10:00:00Z', false],
  ['Europe/Paris', 'Europe/Berlin', '2026-06-01T00:00:00Z', false],
  ['Asia/Calcutta', 'Asia/Kolkata', '2026-06-01T00:00:00Z', false],
  // The same until Denver changes its clocks in March.
  ['America/Phoenix', 'America/Denver', '2026-11-22T10:00:00Z', true],
  ['America/Denver', 'America/Phoenix', '2026-11-02T10:00:00Z', true],
  // The same until Los Angeles changes its clocks in November.
  ['America/Phoenix', 'America/Los_Angeles', '2026-06-01T00:00:00Z', true],
  ['Europe/London', 'Atlantic/Reykjavik', '2026-11-22T10:00:00Z', true],
  ['Europe/Lisbon', 'Asia/Tokyo', '2026-11-22T10:00:00Z', true],
  ['Asia/Kolkata', 'Asia/Colombo', '2026-11-22T10:00:00Z', false],
])('%s and %s differ in the six months from %s: %s', (one, other, now, differ) => {
  expect(haveDifferentTimes(one, other, Temporal.Instant.from(now))).toBe(differ);
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
