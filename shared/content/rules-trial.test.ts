import { expect, test } from 'vitest';
import { filterByTrial } from './rules-trial.ts';

test('what is about the trial is there with it, what is instead of it without', () => {
  const pieces = [{ id: 'always' }, { id: 'with', trial: true }, { id: 'without', trial: false }];
  const ids = (trial: boolean) => filterByTrial(pieces, trial).map(({ id }) => id);
  expect(ids(true)).toEqual(['always', 'with']);
  expect(ids(false)).toEqual(['always', 'without']);
});
