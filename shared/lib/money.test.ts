import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatUsd,
  formatUsdExact,
  percentOf,
  shareOf,
  splitCents,
  toBasisPoints,
  toCents,
  toDecimal,
  toDollars,
  toPercent,
  wholeShareOf,
} from './money.ts';

test.each([
  [0, '$0'],
  [9900, '$99'],
  [4450, '$44.50'],
  [106_800, '$1,068'],
  [5, '$0.05'],
  [-500, '-$5'],
  [123_456_789, '$1,234,567.89'],
])('%i cents read %s', (cents, words) => {
  expect(formatUsd(cents)).toBe(words);
});

test('cents survive the way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      expect(toCents(toDollars(cents))).toBe(cents);
    }),
  );
});

test.each([
  [9900, '$99.00'],
  [4450, '$44.50'],
  [-106_805, '-$1,068.05'],
  [0, '$0.00'],
])('%i cents read %s on an invoice', (cents, words) => {
  expect(formatUsdExact(cents)).toBe(words);
});

test.each([
  [23, 2300],
  [8.5, 850],
  [8.875, 888],
  [0, 0],
])('%d percent are %i basis points', (percent, basisPoints) => {
  expect(toBasisPoints(percent)).toBe(basisPoints);
});

test('basis points survive the way over the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (basisPoints) => {
      expect(toBasisPoints(toPercent(basisPoints))).toBe(basisPoints);
    }),
  );
});

test.each([
  [9900, 2300, 2277],
  [50, 100, 1],
  [49, 100, 0],
  [-50, 100, -1],
  [8662, 2300, 1992],
])('%i cents at %i basis points are %i cents', (cents, basisPoints, expected) => {
  expect(percentOf(cents, basisPoints)).toBe(expected);
});

test('a whole share is rounded down', () => {
  expect([wholeShareOf(5, 1, 3), wholeShareOf(5, 3, 3), wholeShareOf(5, 1, 0)]).toEqual([1, 5, 0]);
});

test('a share of nothing is 0, a share of -0 is 0', () => {
  expect(shareOf(100, 1, 0)).toBe(0);
  expect(Object.is(shareOf(-1, 1, 1000), 0)).toBe(true);
});

test('a share undoes itself, and a split loses no cent', () => {
  const cents = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(cents, fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (amount, part, whole) => {
      expect(shareOf(amount, part, whole) + shareOf(-amount, part, whole)).toBe(0);
    }),
  );
  fc.assert(
    fc.property(fc.nat(1e8), fc.array(fc.nat(1e6), { minLength: 1, maxLength: 8 }), (amount, weights) => {
      const parts = splitCents(amount, weights);
      expect(parts.every(Number.isInteger)).toBe(true);
      const isEmpty = weights.every((weight) => weight === 0);
      expect(parts.reduce((all, one) => all + one, 0)).toBe(isEmpty ? 0 : amount);
    }),
  );
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [106_850, '1068.50'],
  [-500, '-5.00'],
])('%i cents as a decimal number: %s', (cents, number) => {
  expect(toDecimal(cents)).toBe(number);
});
