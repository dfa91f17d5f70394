import { expect, test } from 'vitest';
import { zoneOrUtc } from './rules-zone.ts';

test.each([
  ['Europe/Lisbon', 'Europe/Lisbon'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['UTC', 'UTC'],
  ['Mars/Olympus', 'UTC'],
  ['', 'UTC'],
  ['+05:30', 'UTC'],
  [undefined, 'UTC'],
  [null, 'UTC'],
])('the time zone %j is taken as %s', (given, zone) => {
  expect(zoneOrUtc(given)).toBe(zone);
});
