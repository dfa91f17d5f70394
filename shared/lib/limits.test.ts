import { expect, test } from 'vitest';
import { retryMessage } from './limits.ts';

test.each([
  [1, 'Try again in a minute.'],
  [60, 'Try again in a minute.'],
  [61, 'Try again in 2 minutes.'],
  [840, 'Try again in 14 minutes.'],
  [841, 'Try again in 15 minutes.'],
  [5400, 'Try again in 90 minutes.'],
  [5401, 'Try again in 2 hours.'],
  [86_400, 'Try again in 24 hours.'],
])('%s seconds: %s', (seconds, words) => {
  expect(retryMessage(seconds)).toBe(words);
});
