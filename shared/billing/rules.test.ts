import { describe, expect, test } from 'vitest';
import {
  bankMaxOf,
  cohortOf,
  entitlementsOf,
  hasLimitations,
  joinRefusal,
  statusAt,
  trialEnd,
  USER_STATUSES,
  userStatus,
} from './rules.ts';

describe('the cohort derived from status', () => {
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

describe('an imported membership is active until its paid-through date', () => {
  const paidUntil = Temporal.Instant.from('2026-12-01T00:00:00Z');
  const wix = { status: 'wix-user', next_billing_at: paidUntil } as const;

  test('cancelled from that very instant on', () => {
    expect(statusAt(wix, paidUntil.subtract({ milliseconds: 1 }))).toBe('wix-user');
    expect(statusAt(wix, paidUntil)).toBe('cancelled');
  });

  test('the same once it is cancelled; one that the provider ends has no date', () => {
    const ending = { status: 'pending_cancellation', next_billing_at: paidUntil } as const;
    expect(statusAt(ending, paidUntil.subtract({ milliseconds: 1 }))).toBe('pending_cancellation');
    expect(statusAt(ending, paidUntil)).toBe('cancelled');
    expect(statusAt({ ...ending, next_billing_at: null }, paidUntil)).toBe('pending_cancellation');
  });

  test('without a date, and for a provider status, time changes nothing', () => {
    expect(statusAt({ ...wix, next_billing_at: null }, paidUntil)).toBe('wix-user');
    expect(statusAt({ status: 'subscriber', next_billing_at: paidUntil }, paidUntil)).toBe('subscriber');
  });
});

describe('a trial without a card lasts 14 days', () => {
  const began = Temporal.Instant.from('2026-11-21T12:00:00Z');
  const trial = { status: 'trial', next_billing_at: null, trial_ends_at: trialEnd(began) } as const;

  test('cancelled from its last instant on', () => {
    expect(trialEnd(began).toString()).toBe('2026-12-05T12:00:00Z');
    expect(statusAt(trial, trialEnd(began).subtract({ nanoseconds: 1 }))).toBe('trial');
    expect(statusAt(trial, trialEnd(began))).toBe('cancelled');
  });

  test("a provider's trial, and a status that came after the trial, do not end by its date", () => {
    expect(statusAt({ ...trial, trial_ends_at: null }, trialEnd(began))).toBe('trial');
    expect(statusAt({ ...trial, status: 'ondemand' }, trialEnd(began))).toBe('ondemand');
    expect(statusAt({ ...trial, status: 'subscriber' }, trialEnd(began))).toBe('subscriber');
  });
});

describe('who may join a bundle without paying', () => {
  test.each(USER_STATUSES)('%s', (status) => {
    const may = ['signup', 'cancelled', 'ondemand'].includes(status);
    expect(joinRefusal(0, status)).toBe(may ? null : 'not_for_you');
    expect(joinRefusal(0.01, status)).toBe('not_free');
  });
});

test('the credits bank holds six times what the plan brings, where the plan has rollover', () => {
  expect(bankMaxOf({ credits: 5, has_rollover: true })).toBe(30);
  expect(bankMaxOf({ credits: 2, has_rollover: false })).toBe(0);
});
