import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUsd, toCents, toDollars, withVat } from './money.ts';

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

test('23% VAT on $99 is $22.77, $121.77 in all', () => {
  expect(withVat(9900, 23)).toEqual({ net: 9900, vat: 2277, total: 12_177 });
});

test('net and VAT always sum to the total', () => {
  fc.assert(
    fc.property(fc.nat(1e8), fc.integer({ min: 0, max: 27 }), (net, percent) => {
      const { vat, total } = withVat(net, percent);
      expect(Number.isInteger(vat)).toBe(true);
      expect(net + vat).toBe(total);
    }),
  );
});
