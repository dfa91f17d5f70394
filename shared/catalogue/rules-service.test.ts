import { expect, test } from 'vitest';
import { lengthErrors } from './rules-service.ts';

test.each([
  [45, 4, []],
  [30, 6, []],
  [45, 5, ['slots']],
  [32, 1, ['unit_minutes']],
])('a service of %i minutes × %i', (unit_minutes, slots, wrong) => {
  expect(lengthErrors({ unit_minutes, slots }).map(({ field }) => field)).toEqual(wrong);
});
