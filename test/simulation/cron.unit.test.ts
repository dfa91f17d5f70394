import { expect, test } from 'vitest';
import { fires } from './cron.ts';

test.each([
  ['* * * * *', true],
  ['*/15 * * * *', true],
  ['*/20 * * * *', false],
  ['2,32 * * * *', false],
  ['2,30 * * * *', true],
  ['30 3 * * *', true],
  ['30 4 * * *', false],
  ['30 3 * * 6', true],
  ['30 3 1 * *', false],
])('%s at 03:30 on Saturday 21 November: %s', (cron, expected) => {
  expect(fires(cron, Date.UTC(2026, 10, 21, 3, 30, 12))).toBe(expected);
});

test('a schedule that it does not know is told', () => {
  expect(() => fires('* *', 0)).toThrow('five fields');
});
