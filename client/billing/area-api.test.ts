import { expect, test } from 'vitest';
import { settlingInterval } from './area-api.ts';

test.each([
  ['nothing is on its way', false, 1, false],
  ['a purchase has begun', true, 1, 2000],
  ['nobody has paid for a minute', true, 30, 30_000],
])('how often billing is read again: %s', (_, isSettling, reads, interval) => {
  expect(settlingInterval(isSettling, reads)).toBe(interval);
});
