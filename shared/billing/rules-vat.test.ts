import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf, shareOf, splitCents } from '#shared/lib/money.ts';
import * as sandbox from '#sandbox/lib/money/amounts.ts';
import { taxLines, vatOf, vatRateFor, type Discount } from './rules-vat.ts';

const RUNS = { numRuns: 100_000 };
const table = { DE: 2300, GR: 2300, PT: 2300, FR: 0 };
const question = { country: 'DE', vat_number: '', seller: 'PT', table, reverseCharge: true };
const charged = (basis_points: number) => ({ basis_points, reverse_charge: false });
const reversed = { basis_points: 0, reverse_charge: true };

test.each([
  ['a country of the table', {}, charged(2300)],
  ['a country without a rate', { country: 'US' }, charged(0)],
  ['a key of every object', { country: 'constructor' }, charged(0)],
  ['no country', { country: null }, charged(0)],
  ['a business of another EU country', { vat_number: 'DE123456789' }, reversed],
  ['a number without letters', { vat_number: '123 456 789' }, reversed],
  ['Greece by its letters', { country: 'GR', vat_number: 'EL123456789' }, reversed],
  ['Greece by its code', { country: 'GR', vat_number: 'GR 123456789' }, reversed],
  ['a business of the own country', { country: 'PT', vat_number: 'PT123456789' }, charged(2300)],
  ['a number of another country than billed', { vat_number: 'PT123456789' }, charged(2300)],
  ['a number of the wrong form', { vat_number: 'DE12' }, charged(2300)],
  ['the setting off', { vat_number: 'DE123456789', reverseCharge: false }, charged(2300)],
  ['a seller without a country', { vat_number: 'DE123456789', seller: null }, charged(2300)],
  ['a business outside the EU', { country: 'GB', vat_number: 'GB123456789' }, charged(0)],
  ['a country at 0 %', { country: 'FR', vat_number: 'FR12345678901' }, charged(0)],
])('VAT of %s', (_, change, expected) => {
  expect(vatRateFor({ ...question, ...change })).toEqual(expected);
});

test('$99, $199 and $349 carry 23 % to the cent', () => {
  expect([9900, 19_900, 34_900].map((net) => vatOf(net, 2300))).toEqual([2277, 4577, 8027]);
});

test('half a cent of VAT rounds up', () => {
  expect(vatOf(50, 2300)).toBe(12);
  expect(vatOf(150, 2300)).toBe(35);
});

test('VAT is counted by line on the discounted net', () => {
  expect(taxLines([9900, 1], 2300, { basis_points: 1000 })).toEqual({
    lines: [
      { discount_cents: 990, net_cents: 8910, vat_cents: 2049 },
      { discount_cents: 0, net_cents: 1, vat_cents: 0 },
    ],
    discount_cents: 990,
    net_cents: 8911,
    vat_cents: 2049,
    total_cents: 10_960,
  });
});

test('a coupon above the price leaves nothing to pay', () => {
  expect(taxLines([9900], 2300, { cents: 20_000 })).toMatchObject({
    net_cents: 0,
    vat_cents: 0,
    total_cents: 0,
  });
});

test('a credit line is not discounted and lowers the VAT', () => {
  expect(taxLines([9900, -4450], 2300)).toMatchObject({ net_cents: 5450, vat_cents: 2277 - 1024 });
});

const cents = fc.integer({ min: 0, max: 10_000_000 });
const rate = fc.integer({ min: 0, max: 10_000 });
const coupons = fc.oneof(
  fc.constant(null),
  rate.map((basis_points): Discount => ({ basis_points })),
  cents.map((amount): Discount => ({ cents: amount })),
);
const amounts = fc.array(cents, { minLength: 1, maxLength: 4 });

/** The same invoice by the sandbox's arithmetic. */
function atProvider(lines: readonly number[], basisPoints: number, discount: Discount | null) {
  const base = lines.reduce((all, one) => all + one, 0);
  const off =
    discount === null
      ? 0
      : discount.cents === undefined
        ? sandbox.percentOf(base, discount.basis_points / 100)
        : Math.min(discount.cents, base);
  const parts = sandbox.split(off, lines);
  const nets = lines.map((line, at) => line - (parts[at] ?? 0));
  return { parts, nets, vats: nets.map((net) => sandbox.percentOf(net, basisPoints / 100)) };
}

test('100,000 invoices agree with the provider to the cent', () => {
  fc.assert(
    fc.property(amounts, rate, coupons, (lines, basisPoints, discount) => {
      const own = taxLines(lines, basisPoints, discount);
      const theirs = atProvider(lines, basisPoints, discount);
      const agrees =
        own.net_cents + own.vat_cents === own.total_cents &&
        own.net_cents >= 0 &&
        Number.isSafeInteger(own.total_cents) &&
        own.lines.every(
          (line, at) =>
            line.discount_cents === theirs.parts[at] &&
            line.net_cents === theirs.nets[at] &&
            line.vat_cents === theirs.vats[at],
        );
      expect(agrees).toBe(true);
    }),
    RUNS,
  );
}, 60_000);

test('100,000 prorations agree with the provider to the cent', () => {
  const seconds = fc.integer({ min: 1, max: 31_622_400 });
  fc.assert(
    fc.property(cents, seconds, seconds, rate, (amount, one, other, basisPoints) => {
      const [part, whole] = one < other ? [one, other] : [other, one];
      const charge = shareOf(amount, part, whole);
      const credit = shareOf(-amount, part, whole);
      const agrees =
        charge === sandbox.shareOf(amount, part, whole) &&
        charge + credit === 0 &&
        vatOf(charge, basisPoints) + vatOf(credit, basisPoints) === 0 &&
        percentOf(charge, basisPoints) === sandbox.percentOf(charge, basisPoints / 100) &&
        splitCents(amount, [part, whole - part]).reduce((all, share) => all + share, 0) === amount;
      expect(agrees).toBe(true);
    }),
    RUNS,
  );
}, 60_000);
