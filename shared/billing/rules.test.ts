import { describe, expect, test } from 'vitest';
import { cohortOf, entitlementsOf, hasLimitations, statusAt, userStatus } from './rules.ts';

describe('the cohort derived from status (part 1 section 3)', () => {
  test.each([
    ['signup', false, 'public'],
    ['signup', true, 'public'],
    ['ondemand', false, 'ondemand'],
    ['ondemand', true, 'ondemand'],
    ['cancelled', false, 'cancelled'],
    ['cancelled', true, 'cancelled'],
    ['subscriber', false, 'member'],
    ['subscriber', true, 'legacy'],
    ['pending_cancellation', false, 'member'],
    ['pending_cancellation', true, 'legacy'],
    ['trial', false, 'legacy'],
    ['trial', true, 'legacy'],
    ['wix-user', false, 'legacy'],
    ['wix-user', true, 'legacy'],
  ] as const)('%s, legacy subscription %s: %s', (status, legacy, cohort) => {
    expect(cohortOf({ status, legacy })).toBe(cohort);
  });
});

test('wix_user is the same status as wix-user, and nothing else is a status', () => {
  expect(userStatus('wix_user')).toBe('wix-user');
  expect(userStatus('wix-user')).toBe('wix-user');
  expect(userStatus('trial')).toBe('trial');
  expect(userStatus('admin')).toBeNull();
});

test('limitations hold for ondemand and cancelled only', () => {
  const statuses = [
    'signup',
    'trial',
    'subscriber',
    'cancelled',
    'ondemand',
    'pending_cancellation',
    'wix-user',
  ];
  const limited = statuses.filter((text) => {
    const status = userStatus(text);
    return status !== null && hasLimitations(status);
  });
  expect(limited).toEqual(['cancelled', 'ondemand']);
});

describe('entitlements', () => {
  const membership = {
    status: 'subscriber',
    legacy: false,
    is_annual: true,
    has_exclusive_prices: false,
    is_pre_pivot: true,
  } as const;
  test('follow from the membership', () => {
    expect(entitlementsOf({ ...membership, concurrency: 4 })).toEqual({
      status: 'subscriber',
      cohort: 'member',
      cohorts: { hasExclusivePrices: false, isPrePivot: true },
      isAnnual: true,
      has_limitations: false,
      concurrency: 4,
    });
  });
  test('a plan holds 30 sessions at once unless it says otherwise; zero is zero', () => {
    expect(entitlementsOf(membership).concurrency).toBe(30);
    expect(entitlementsOf({ ...membership, concurrency: null }).concurrency).toBe(30);
    expect(entitlementsOf({ ...membership, concurrency: 0 }).concurrency).toBe(0);
  });
});

describe('an imported membership is active until its paid-through date (decisions 8)', () => {
  const paidUntil = Temporal.Instant.from('2026-12-01T00:00:00Z');
  const wix = { status: 'wix-user', next_billing_at: paidUntil } as const;

  test('cancelled from that very instant on', () => {
    expect(statusAt(wix, paidUntil.subtract({ milliseconds: 1 }))).toBe('wix-user');
    expect(statusAt(wix, paidUntil)).toBe('cancelled');
  });

  test('without a date, and for a provider status, time changes nothing', () => {
    expect(statusAt({ ...wix, next_billing_at: null }, paidUntil)).toBe('wix-user');
    expect(statusAt({ status: 'subscriber', next_billing_at: paidUntil }, paidUntil)).toBe('subscriber');
  });
});
