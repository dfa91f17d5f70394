import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  LOT_SOURCES,
  type Lot,
  balances,
  compareForSpending,
  creditsBeforeTrial,
  expiryPlan,
  isExpired,
  refundPlan,
  spendPlan,
  usesTrialCredit,
} from './rules.ts';

const NOW = Temporal.Instant.from('2026-11-21T12:00:00Z');
const days = (n: number) => NOW.add({ hours: 24 * n });
const lot = (id: string, more: Partial<Lot> = {}): Lot => ({
  id,
  source: 'plan',
  remaining: 5,
  granted_at: days(-10),
  expires_at: null,
  ...more,
});

const anyLot = fc
  .record({
    source: fc.constantFrom(...LOT_SOURCES),
    remaining: fc.nat(20),
    granted: fc.integer({ min: -400, max: 0 }),
    expires: fc.option(fc.integer({ min: -30, max: 30 })),
  })
  .map(({ source, remaining, granted, expires }) => ({
    source,
    remaining,
    granted_at: days(granted),
    expires_at: expires === null ? null : days(expires),
  }));
const anyLots = fc
  .array(anyLot, { maxLength: 10 })
  .map((lots) => lots.map((one, n): Lot => ({ ...one, id: `lot ${n}` })));

test('a price takes a trial credit exactly where the order of spending comes to one', () => {
  fc.assert(
    fc.property(anyLots, fc.nat(40), (lots, price) => {
      const plan = spendPlan(lots, price, NOW);
      const trials = new Set(lots.filter(({ source }) => source === 'trial').map(({ id }) => id));
      const taken = plan.ok && plan.value.some(({ lot_id }) => trials.has(lot_id));
      fc.pre(plan.ok);
      expect(usesTrialCredit(price, creditsBeforeTrial(lots, NOW))).toBe(taken);
    }),
  );
});

describe('the balance', () => {
  test('the bank is the rollover lots, sessions_left all others; expired lots do not count', () => {
    const lots = [
      lot('plan', { remaining: 2 }),
      lot('bank', { source: 'rollover', remaining: 3 }),
      lot('trial', { source: 'trial', remaining: 1, expires_at: days(1) }),
      lot('old', { source: 'bundle', remaining: 8, expires_at: NOW }),
      lot('old bank', { source: 'rollover', remaining: 8, expires_at: days(-1) }),
    ];
    expect(balances(lots, NOW)).toEqual({ credits_bank: 3, sessions_left: 3, total: 6 });
  });
  test('a lot expires at its very instant', () => {
    expect(isExpired({ expires_at: NOW }, NOW.subtract({ nanoseconds: 1 }))).toBe(false);
    expect(isExpired({ expires_at: NOW }, NOW)).toBe(true);
    expect(isExpired({ expires_at: null }, NOW)).toBe(false);
  });
});

describe('spending', () => {
  test('soonest expiry first; without expiry plan, bank, top-up, bundle, referral, operator; oldest first', () => {
    const lots = [
      lot('operator', { source: 'operator' }),
      lot('referral', { source: 'referral' }),
      lot('bundle', { source: 'bundle' }),
      lot('newer top-up', { source: 'top-up', granted_at: days(-1) }),
      lot('older top-up', { source: 'top-up', granted_at: days(-2) }),
      lot('bank', { source: 'rollover' }),
      lot('plan'),
      lot('refund', { source: 'refund', expires_at: days(9) }),
      lot('trial', { source: 'trial', expires_at: days(3) }),
    ];
    expect(lots.toSorted(compareForSpending).map(({ id }) => id)).toEqual([
      'trial',
      'refund',
      'plan',
      'bank',
      'older top-up',
      'newer top-up',
      'bundle',
      'referral',
      'operator',
    ]);
  });

  test('takes from several lots when one is not enough, and leaves expired and empty ones alone', () => {
    const lots = [
      lot('gone', { expires_at: days(-1) }),
      lot('empty', { remaining: 0, expires_at: days(1) }),
      lot('soon', { remaining: 2, expires_at: days(1) }),
      lot('plan', { remaining: 5 }),
    ];
    expect(spendPlan(lots, 4, NOW)).toEqual({
      ok: true,
      value: [
        { lot_id: 'soon', delta: -2 },
        { lot_id: 'plan', delta: -2 },
      ],
    });
    expect(spendPlan(lots, 8, NOW)).toEqual({ ok: false, reason: 'not_enough_credits', short: 1 });
    expect(spendPlan([], 0, NOW)).toEqual({ ok: true, value: [] });
  });

  test('succeeds exactly when the balance is enough; sums are equal and no lot goes below zero', () => {
    fc.assert(
      fc.property(anyLots, fc.nat(60), (lots, amount) => {
        const answer = spendPlan(lots, amount, NOW);
        const { total } = balances(lots, NOW);
        expect(answer.ok).toBe(total >= amount);
        expect(answer.ok ? undefined : answer.short).toBe(answer.ok ? undefined : amount - total);
        const deltas = answer.ok ? answer.value : [];
        const after = lots.map((one) => ({
          ...one,
          remaining: one.remaining + (deltas.find(({ lot_id }) => lot_id === one.id)?.delta ?? 0),
        }));
        expect(after.every(({ remaining }) => remaining >= 0)).toBe(true);
        expect(balances(after, NOW).total).toBe(answer.ok ? total - amount : total);
        expect(new Set(deltas.map(({ lot_id }) => lot_id)).size).toBe(deltas.length);
      }),
    );
  });

  test('touches no lot while an earlier one in the order still has credits, whatever order they come in', () => {
    fc.assert(
      fc.property(anyLots, fc.nat(60), (lots, amount) => {
        const answer = spendPlan(lots, amount, NOW);
        fc.pre(answer.ok);
        const live = lots
          .filter((one) => !isExpired(one, NOW) && one.remaining > 0)
          .toSorted(compareForSpending);
        const taken = answer.value.map(({ lot_id }) => lot_id);
        expect(taken).toEqual(live.slice(0, taken.length).map(({ id }) => id));
        const emptied = answer.value.slice(0, -1).map(({ delta }) => -delta);
        expect(emptied).toEqual(live.slice(0, emptied.length).map(({ remaining }) => remaining));
        expect(spendPlan(lots.toReversed(), amount, NOW)).toEqual(answer);
      }),
    );
  });
});

describe('a refund', () => {
  test('goes back to its lots', () => {
    const lots = [lot('plan'), lot('bank', { source: 'rollover' })];
    const spent = [
      { lot_id: 'plan', delta: -2 },
      { lot_id: 'bank', delta: -1 },
    ];
    expect(refundPlan(spent, lots, 'client', NOW)).toEqual({
      returned: [
        { lot_id: 'plan', delta: 2 },
        { lot_id: 'bank', delta: 1 },
      ],
      newLots: [],
      lost: 0,
    });
  });

  test('for an expired lot makes a new one of 30 days that names it', () => {
    const plan = refundPlan([{ lot_id: 'old', delta: -2 }], [lot('old', { expires_at: NOW })], 'client', NOW);
    expect(plan.returned).toEqual([]);
    expect(plan.newLots).toMatchObject([{ origin_lot_id: 'old', amount: 2 }]);
    expect(plan.newLots[0]?.expires_at.toString()).toBe('2026-12-21T12:00:00Z');
  });

  test('once per original lot for the client’s own cancelling, always for the operator’s', () => {
    const lots = [
      lot('old', { expires_at: days(-40) }),
      lot('second life', { source: 'refund', origin_lot_id: 'old', expires_at: days(-1) }),
    ];
    const spent = [{ lot_id: 'second life', delta: -2 }];
    expect(refundPlan(spent, lots, 'client', NOW)).toEqual({ returned: [], newLots: [], lost: 2 });
    expect(refundPlan([{ lot_id: 'old', delta: -1 }], lots, 'client', NOW).lost).toBe(1);
    expect(refundPlan(spent, lots, 'operator', NOW).newLots).toMatchObject([
      { origin_lot_id: 'old', amount: 2 },
    ]);
  });

  test('gives back what was spent, no more and no less, and undoes a spend of live lots', () => {
    fc.assert(
      fc.property(
        anyLots,
        fc.nat(40),
        fc.nat(40),
        fc.constantFrom('client', 'operator'),
        (lots, amount, later, by) => {
          const answer = spendPlan(lots, amount, NOW);
          fc.pre(answer.ok);
          const { returned, newLots, lost } = refundPlan(answer.value, lots, by, days(later));
          const sum =
            returned.reduce((all, { delta }) => all + delta, 0) +
            newLots.reduce((all, one) => all + one.amount, 0);
          expect(sum + lost).toBe(amount);
          expect(lost).toBe(0);
          expect(
            returned.every(({ lot_id }) =>
              lots.some((one) => one.id === lot_id && !isExpired(one, days(later))),
            ),
          ).toBe(true);
        },
      ),
    );
  });
});

test('expiry takes exactly what the balance no longer counts', () => {
  fc.assert(
    fc.property(anyLots, (lots) => {
      const all = lots.reduce((sum, one) => sum + one.remaining, 0);
      const expired = expiryPlan(lots, NOW).reduce((sum, { delta }) => sum + delta, 0);
      expect(all + expired).toBe(balances(lots, NOW).total);
    }),
  );
});
