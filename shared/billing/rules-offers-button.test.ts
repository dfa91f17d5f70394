import { describe, expect, test } from 'vitest';
import { USER_STATUSES } from './rules.ts';
import { planButton, planButtonLabel } from './rules-offers.ts';

const MEMBER = {
  status: 'subscriber',
  isTrial: false,
  currentPrice: 'price_5',
  isAnnual: false,
  tierNumber: 2,
} as const;
const STUDIO_5 = { priceId: 'price_5', tier: 2, isAnnual: false };

describe('a member', () => {
  test.each([
    ['current', {}],
    ['downgrade', { priceId: 'price_2', tier: 1 }],
    ['upgrade', { priceId: 'price_10', tier: 3 }],
    ['switch', { priceId: 'price_5_new' }],
    ['switch', { priceId: 'price_60', isAnnual: true }],
    ['switch', { priceId: 'price_120', tier: 3, isAnnual: true }],
    ['switch', { priceId: null }],
  ] as const)('is shown %s for %o', (kind, other) => {
    expect(planButton(MEMBER, { ...STUDIO_5, ...other })).toBe(kind);
  });

  test('of a plan that the catalogue no longer has upgrades', () => {
    expect(planButton({ ...MEMBER, tierNumber: null }, { ...STUDIO_5, priceId: 'price_2', tier: 1 })).toBe(
      'upgrade',
    );
  });
});

test('who is no running subscriber buys anew, also their own price', () => {
  const kinds = USER_STATUSES.map((status) => [status, planButton({ ...MEMBER, status }, STUDIO_5)]);
  expect(Object.fromEntries(kinds)).toEqual({
    signup: 'current',
    trial: 'new',
    subscriber: 'current',
    cancelled: 'new',
    ondemand: 'new',
    pending_cancellation: 'new',
    'wix-user': 'new',
  });
  expect(planButton({ ...MEMBER, isTrial: true }, STUDIO_5)).toBe('new');
  expect(planButton({ ...MEMBER, currentPrice: null }, STUDIO_5)).toBe('new');
});

test.each([
  ['new', 'Purchase'],
  ['current', "You're on this plan"],
  ['switch', 'Switch to Studio 60 now'],
  ['downgrade', 'Downgrade to Studio 60'],
  ['upgrade', 'Upgrade to Studio 60 now'],
] as const)('%s is labelled %s', (kind, label) => {
  expect(planButtonLabel(kind, 'Studio 60')).toBe(label);
});
