import { expect, test } from 'vitest';
import { closingRefusal, readRateCents } from './rules-pay.ts';
import { isPayDay, markingRefusal } from './rules-payments.ts';
import { rateEffect, rateTooEarly } from './texts-pay.ts';

test.for([
  [{ isClosed: true, payment_cents: 100, isPaid: false }, null],
  [{ isClosed: false, payment_cents: 100, isPaid: false }, 'not_closed'],
  [{ isClosed: true, payment_cents: 100, isPaid: true }, 'paid'],
  [{ isClosed: true, payment_cents: 0, isPaid: false }, 'nothing_to_pay'],
  [{ isClosed: true, payment_cents: null, isPaid: false }, 'nothing_to_pay'],
] as const)('marking %o as paid: %s', ([month, refusal]) => {
  expect(markingRefusal(month)).toBe(refusal);
});

test('a month is paid from its first day to today', () => {
  const october = { year: 2026, month: 10 };
  const days = ['2026-09-30', '2026-10-01', '2026-11-06', '2026-11-07'];
  expect(days.map((day) => isPayDay(day, october, '2026-11-06'))).toEqual([false, true, true, false]);
});

test.for([
  ['over', false, 100, null],
  ['over', true, 0, 'nothing'],
  ['over', false, null, 'no_rate'],
  ['running', false, 100, 'not_over'],
  ['planned', true, 0, 'not_over'],
  ['closed', false, 100, 'closed'],
] as const)(
  'closing a month that is %s, empty %s, with %s cents: %s',
  ([state, isEmpty, payment_cents, refusal]) => {
    expect(closingRefusal({ state, isEmpty, figures: { payment_cents } })).toBe(refusal);
  },
);

test.for([
  ['32', 3200],
  [' 32.5 ', 3250],
  ['0', 0],
  ['100000', 10_000_000],
  ['100000.01', null],
  ['32.505', null],
  ['-1', null],
  ['$32', null],
  ['', null],
] as const)('"%s" dollars an hour are %s cents', ([typed, cents]) => {
  expect(readRateCents(typed)).toBe(cents);
});

test('what setting a rate does, in sentences', () => {
  const rate = { valid_from: '2026-10-01', fixed_cents: 3200, flexible_cents: 4550 };
  expect(rateEffect('Rafa', [{ ...rate, valid_from: '2026-09-01' }], rate)).toEqual([
    'Rafa earns $32.00 for a fixed hour and $45.50 for a flexible one from 2026-10-01 on.',
  ]);
  expect(rateEffect('Rafa', [{ ...rate, fixed_cents: 3000 }], rate)[1]).toBe(
    'It takes the place of $30.00 for a fixed hour and $45.50 for a flexible one from 2026-10-01 on.',
  );
  expect(rateTooEarly('2026-12-01')).toBe(
    'The months before 2026-12-01 are closed and never change. A rate can begin on 2026-12-01.',
  );
});
