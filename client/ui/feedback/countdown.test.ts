import { describe, expect, test } from 'vitest';
import { clockText, isEnding, announcementText } from './countdown.ts';

describe('a countdown', () => {
  test.each([
    [900_000, '15:00'],
    [899_001, '15:00'],
    [899_000, '14:59'],
    [61_000, '1:01'],
    [1, '0:01'],
    [0, '0:00'],
    [-5000, '0:00'],
    [3_600_000, '1:00:00'],
    [3_725_000, '1:02:05'],
  ])('shows %d ms as %s', (left, text) => {
    expect(clockText(left)).toBe(text);
  });

  test.each([
    [300_001, ''],
    [300_000, '5 minutes left.'],
    [60_001, '5 minutes left.'],
    [60_000, '1 minute left.'],
    [1, '1 minute left.'],
    [0, 'Time is up.'],
  ])('at %d ms says %j', (left, text) => {
    expect(announcementText(left)).toBe(text);
  });

  test('is ending in its last two minutes', () => {
    expect([120_001, 120_000, 0].map(isEnding)).toEqual([false, true, true]);
  });
});
