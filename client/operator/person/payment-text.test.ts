import { expect, test } from 'vitest';
import { boughtText, mayRefund, planText, typedCents } from './payment-text.ts';

const PAYMENT = {
  id: 'p',
  paid_at: '2026-01-01T00:00:00Z',
  provider: 'stripe',
  kind: 'top-up',
  name: 'Credits',
  quantity: 3,
  total_cents: 1000,
  refunded_cents: 0,
  invoice: null,
  credit_notes: [],
  disputes: [],
} as const;

const may = (more: object) => mayRefund({ ...PAYMENT, credit_notes: [], disputes: [], ...more });

test('an amount is typed in dollars; nothing means all that is left', () => {
  expect(['12.50', ' $7 ', '', '0', '1.234', 'a', '-1'].map(typedCents)).toEqual([
    1250,
    700,
    null,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a payment may be refunded while something is left and no dispute holds it', () => {
  expect([
    may({}),
    may({ refunded_cents: 1000 }),
    may({ disputes: ['open'] }),
    may({ disputes: ['won'] }),
  ]).toEqual([true, false, false, true]);
});

test('a plan and a purchase are said in words', () => {
  expect(planText({ cents: 9717, left_cents: 0, credits: 1 })).toBe(
    '$97.17 is paid back. $0.00 stays paid; 1 credit not spent yet is taken back.',
  );
  expect(boughtText(PAYMENT)).toBe('3 credits');
  expect(boughtText({ ...PAYMENT, kind: 'plan', name: 'Studio 5' })).toBe('Studio 5');
});
