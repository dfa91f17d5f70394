import { expect, test } from 'vitest';
import { stateOf } from './use-arrival.ts';

test.each([
  [{ arrived: true, refused: null, waiting: false }, 'arrived'],
  [{ arrived: false, refused: null, waiting: true }, 'waiting'],
  [{ arrived: false, refused: null, waiting: false }, 'late'],
  [{ arrived: false, refused: 'refused', waiting: false }, 'refused'],
  // Of a purchase that has ended since.
  [{ arrived: true, refused: 'refused', waiting: false }, 'arrived'],
  // The person is changed by the end of the trial as well.
  [{ arrived: true, refused: 'trial_used', waiting: false }, 'trial_used'],
] as const)('%j: %s', (standing, state) => {
  expect(stateOf(standing)).toBe(state);
});
