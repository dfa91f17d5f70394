import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RING, openingMask, summaryMasks, touchedDays } from './rules-openings.ts';

const NOW = Temporal.Instant.from('2027-03-01T09:07:00Z');
const DAY = 96;

/** A range of some days, or a part of each of them. */
const spans = fc
  .record({
    from: fc.nat(60 * DAY),
    days: fc.integer({ min: 1, max: 62 }),
    quarters: fc.constantFrom(1, 4, 16, 95, 96),
  })
  .map(({ from, days, quarters }) =>
    Array.from({ length: days }, (_, day) => from + day * DAY)
      .filter((quarter) => quarter < 62 * DAY)
      .map((quarter) => ({
        from: NOW.add({ minutes: quarter * 15 - 7 }),
        to: NOW.add({ minutes: (quarter + quarters) * 15 - 7 }),
      })),
  );
const maskOf = (wanted: readonly { from: Temporal.Instant; to: Temporal.Instant }[]): string =>
  openingMask(wanted, { unit_minutes: 15, slots: 1 }, { now: NOW, lastStart: NOW.add({ hours: 24 * 62 }) });

const bitsOf = (digits: string): boolean[] =>
  Array.from(digits, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('')
    .split('')
    .map((bit) => bit === '1');

test('the days that a mask touches hold each of its bits, and each of them holds one', () => {
  fc.assert(
    fc.property(fc.array(spans, { minLength: 1, maxLength: 2 }), (list) => {
      const masks = list.map(maskOf);
      const wanted = new Set(
        masks.flatMap((mask) => bitsOf(mask).flatMap((bit, n) => (bit ? [Math.floor(n / DAY)] : []))),
      );
      const touched = touchedDays(masks).flatMap(({ first, count }) =>
        Array.from({ length: count }, (_, n) => first + n),
      );
      expect(touched).toEqual([...wanted].toSorted((a, b) => a - b));
    }),
  );
});

test('a mask for summaries says the same of eight days as all their bits', () => {
  fc.assert(
    fc.property(spans, (wanted) => {
      const mask = maskOf(wanted);
      const bits = bitsOf(mask);
      const { any, whole } = summaryMasks(mask);
      const [some, all] = [bitsOf(any), bitsOf(whole)];
      expect([bits.length, some.length, all.length]).toEqual([RING, RING / 8, RING / 8]);
      for (const [n, bit] of some.entries()) {
        const eight = new Set(
          Array.from({ length: 8 }, (_, day) => bits[Math.floor(n / DAY) * 8 * DAY + day * DAY + (n % DAY)]),
        );
        expect([bit, all[n]]).toEqual([eight.has(true), !eight.has(false)]);
      }
    }),
    { numRuns: 30 },
  );
});
