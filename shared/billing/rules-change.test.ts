import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeCredit,
  changeKind,
  moveKind,
  rolloverNotice,
  unableReason,
  type PaidPeriod,
} from './rules-change.ts';

const start = Temporal.Instant.from('2026-11-01T00:00:00Z');
const days = (n: number) => start.add({ hours: 24 * n });
const period: PaidPeriod = {
  net_cents: 9900,
  total_cents: 12_177,
  refunded_cents: 0,
  start,
  end: days(30),
  granted: 2,
  unspent: 2,
};

describe('the credit of a change at once', () => {
  test.each([
    ['15 of 30 days and all credits', {}, 15, 4950],
    ['all time, half of the credits', { unspent: 1 }, 0, 4950],
    ['half of the time, half of the credits', { unspent: 1 }, 15, 4950],
    ['a tenth of the time, half of the credits', { unspent: 1 }, 27, 990],
    ['no credits', { unspent: 0 }, 1, 0],
    ['no time', {}, 30, 0],
    ['after the end', {}, 31, 0],
    ['before the start', {}, -1, 9900],
    ['a third, rounded down', { net_cents: 10_000, granted: 3, unspent: 1 }, 0, 3333],
    ['half refunded', { refunded_cents: 6089 }, 0, 4949],
    ['half refunded, what is left unspent', { refunded_cents: 6089, unspent: 1 }, 0, 4949],
    ['all refunded', { refunded_cents: 12_177 }, 0, 0],
    ['a plan without credits', { granted: 0, unspent: 0 }, 0, 0],
  ])('%s', (_, change, day, cents) => {
    expect(changeCredit({ ...period, ...change }, days(day))).toBe(cents);
  });

  test('is at most what was paid, and no later or poorer moment gives more', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const second = fc.integer({ min: 0, max: 31 * 86_400 });
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 0, max: 120 }),
        second,
        second,
        (net, granted, unspent, a, b) => {
          const one = { ...period, net_cents: net, granted, unspent: Math.min(unspent, granted) };
          const [early, late] = [Math.min(a, b), Math.max(a, b)].map((n) => start.add({ seconds: n }));
          if (early === undefined || late === undefined) return;
          const [first, second_] = [changeCredit(one, early), changeCredit(one, late)];
          expect(first).toBeLessThanOrEqual(net);
          expect(second_).toBeLessThanOrEqual(first);
          const poorer = { ...one, unspent: Math.max(0, one.unspent - 1) };
          expect(changeCredit(poorer, early)).toBeLessThanOrEqual(first);
        },
      ),
    );
  });
});

test.each([
  [1, false, 2, false, 'upgrade'],
  [2, false, 1, false, 'downgrade'],
  [2, true, 1, true, 'downgrade'],
  [2, false, 2, true, 'switch'],
  [2, false, 1, true, 'switch'],
  [3, true, 1, false, 'switch'],
  [2, false, 2, false, 'switch'],
  [null, false, 1, false, 'upgrade'],
] as const)('from tier %s (annual: %s) to %s (%s): %s', (from, fromAnnual, to, toAnnual, kind) => {
  expect(changeKind({ tier: from, is_annual: fromAnnual }, { tier: to, is_annual: toAnnual })).toBe(kind);
});

test.each([
  ['downgrade', true, true, 'downgrade_with_rollover'],
  ['downgrade', true, false, 'downgrade_without_rollover'],
  ['downgrade', false, true, null],
  ['switch', true, false, 'switch'],
  ['switch', true, true, null],
  ['upgrade', true, false, 'switch'],
  ['upgrade', true, true, null],
  ['upgrade', false, true, null],
] as const)('%s, rollover %s to %s: %s', (kind, from, to, notice) => {
  expect(rolloverNotice(kind, { has_rollover: from }, { has_rollover: to })).toBe(notice);
});

test.each([
  ['failed', true, null, 'last_payment_failed'],
  ['success', true, null, 'change_pending'],
  ['success', false, null, 'no_price'],
  ['success', false, 'price_1', null],
  [null, false, 'price_1', null],
] as const)('last payment %s, pending %s, price %s: %s', (lastPayment, hasPendingChange, priceId, reason) => {
  expect(unableReason({ lastPayment, hasPendingChange, priceId })).toBe(reason);
});

test.each([
  ['subscriber', {}, 'change'],
  ['trial', {}, 'trial'],
  ['trial', { priceId: null }, null],
  ['subscriber', { lastPayment: 'failed' }, null],
  ['subscriber', { hasPendingChange: true }, null],
  ['pending_cancellation', {}, null],
  ['wix-user', {}, null],
  [null, {}, null],
] as const)('%s, %o: the other provider bills by %s', (status, more, kind) => {
  const changing = { lastPayment: null, hasPendingChange: false, priceId: 'price', ...more } as const;
  expect(moveKind(status, changing)).toBe(kind);
});
