import { describe, expect, test } from 'vitest';
import { cardExpiry, expiresSoon, isExpiryAnnounced, nextDates } from './rules-area.ts';

const at = (text: string) => Temporal.Instant.from(text);

test('a card is valid to the end of its month', () => {
  expect(cardExpiry({ exp_month: 12, exp_year: 2026 }).toString()).toBe('2027-01-01T00:00:00Z');
  expect(cardExpiry({ exp_month: 2, exp_year: 2028 }).toString()).toBe('2028-03-01T00:00:00Z');
});

test.each([
  ['long before', '2026-11-21T12:00:00Z', null, false],
  ['30 days before, to the second', '2026-12-02T00:00:00Z', null, true],
  ['a moment earlier', '2026-12-01T23:59:59Z', null, false],
  ['the next charge comes after it', '2026-06-01T00:00:00Z', '2027-01-01T00:00:00Z', true],
  ['the next charge comes before it', '2026-06-01T00:00:00Z', '2026-12-31T23:59:59Z', false],
  ['it has expired', '2027-02-01T00:00:00Z', null, true],
])('a card of 12/2026, %s', (_name, now, next, wanted) => {
  const nextChargeAt = next === null ? null : at(next);
  expect(expiresSoon({ exp_month: 12, exp_year: 2026 }, { now: at(now), nextChargeAt })).toBe(wanted);
});

describe('what comes next', () => {
  const active = {
    status: 'active',
    period_end: at('2026-12-21T12:00:00Z'),
    trial_end: null,
    cancel_at_period_end: false,
    cancel_at: null,
  };
  const dates = (change: Partial<Parameters<typeof nextDates>[0]>) => {
    const { nextAt, endsAt } = nextDates({ ...active, ...change });
    return [nextAt?.toString() ?? null, endsAt?.toString() ?? null];
  };

  test('a charge at the end of the period, in a trial at its end', () => {
    expect(dates({})).toEqual(['2026-12-21T12:00:00Z', null]);
    expect(dates({ status: 'trialing', trial_end: at('2026-12-05T12:00:00Z') })).toEqual([
      '2026-12-05T12:00:00Z',
      null,
    ]);
  });

  test('nothing where it ends', () => {
    expect(dates({ cancel_at_period_end: true })).toEqual([null, '2026-12-21T12:00:00Z']);
    expect(dates({ cancel_at: at('2026-12-01T00:00:00Z') })).toEqual([null, '2026-12-01T00:00:00Z']);
    expect(dates({ cancel_at: at('2027-03-01T00:00:00Z') })).toEqual(['2026-12-21T12:00:00Z', null]);
  });
});

test.each([
  ['30 days before', '2026-12-02T00:00:00Z', {}, true],
  ['earlier', '2026-12-01T23:59:59Z', {}, false],
  ['a moment before it expires', '2026-12-31T23:59:59Z', {}, true],
  ['once it has expired', '2027-01-01T00:00:00Z', {}, false],
  ['of a membership that ends', '2026-12-02T00:00:00Z', { cancel_at_period_end: true }, false],
])('a card of 12/2026 is mailed about: %s', (_name, now, change, wanted) => {
  const subscription = {
    status: 'active',
    period_end: at('2026-12-21T12:00:00Z'),
    trial_end: null,
    cancel_at_period_end: false,
    cancel_at: null,
    ...change,
  };
  expect(isExpiryAnnounced({ exp_month: 12, exp_year: 2026 }, subscription, at(now))).toBe(wanted);
});
