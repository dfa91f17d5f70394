import { expect, test } from 'vitest';
import { isPayable, payoutState, payoutTotals } from './rules-payouts.ts';

test('a closed month that is marked is paid; no other is', () => {
  expect(payoutState('closed', true)).toBe('paid');
  for (const state of ['planned', 'running', 'over', 'closed'] as const)
    expect(payoutState(state, false)).toBe(state);
  expect(payoutState('over', true)).toBe('over');
});

test('what can be marked as paid: closed months with something to pay', () => {
  const payout = { state: 'closed', payment_cents: 100, refusal: 'closed' } as const;
  expect(isPayable(payout)).toBe(true);
  expect(isPayable({ ...payout, payment_cents: 0 })).toBe(false);
  for (const state of ['planned', 'running', 'over', 'paid'] as const)
    expect(isPayable({ ...payout, state })).toBe(false);
});

test('what the months of several musicians add up to', () => {
  expect(payoutTotals([])).toEqual({
    cents: 0,
    paid_cents: 0,
    due_cents: 0,
    open_cents: 0,
    closable: 0,
    payable: 0,
    without_rate: 0,
  });
  expect(
    payoutTotals([
      { state: 'paid', payment_cents: 1, refusal: 'closed' },
      { state: 'closed', payment_cents: 10, refusal: 'closed' },
      { state: 'closed', payment_cents: 0, refusal: 'closed' },
      { state: 'over', payment_cents: 100, refusal: null },
      { state: 'over', payment_cents: null, refusal: 'no_rate' },
      { state: 'running', payment_cents: 1000, refusal: 'not_over' },
    ]),
  ).toEqual({
    cents: 1111,
    paid_cents: 1,
    due_cents: 10,
    open_cents: 1100,
    closable: 1,
    payable: 1,
    without_rate: 1,
  });
});
