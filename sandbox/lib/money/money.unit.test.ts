import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf, shareOf, split } from './amounts.ts';
import { addIntervals, periodAt } from './periods.ts';

test.each([
  [9900, 23, 2277],
  [50, 1, 1],
  [49, 1, 0],
  [-50, 1, -1],
  [8662, 23, 1992],
  [101, 8.875, 9],
])('%d × %d %% = %d, halves away from zero', (amount, percentage, expected) => {
  expect(percentOf(amount, percentage)).toBe(expected);
});

test('a share undoes itself; a split loses no cent', () => {
  const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
  fc.assert(
    fc.property(
      cents,
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      (amount, part, whole) => {
        expect(shareOf(amount, part, whole) + shareOf(-amount, part, whole)).toBe(0);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.array(fc.nat(10_000), { minLength: 1, maxLength: 8 }),
      (total, weights) => {
        const parts = split(total, weights);
        const sum = parts.reduce((all, one) => all + one, 0);
        expect(sum).toBe(weights.some((one) => one > 0) ? total : 0);
        expect(parts.filter((part, at) => weights[at] === 0 && part !== 0)).toEqual([]);
      },
    ),
  );
});

test('periods follow each other without a gap, from any anchor', () => {
  const anchors = fc.integer({ min: 1_600_000_000, max: 1_900_000_000 });
  fc.assert(
    fc.property(anchors, fc.constantFrom('month', 'year', 'week'), fc.nat(40), (anchor, interval, count) => {
      const every = { interval, interval_count: 1 };
      const start = addIntervals(anchor, every, count);
      const end = addIntervals(anchor, every, count + 1);
      expect(periodAt(anchor, every, start)).toEqual({ start, end });
      expect(periodAt(anchor, every, end - 1)).toEqual({ start, end });
    }),
  );
});
