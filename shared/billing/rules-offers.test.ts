import { describe, expect, test } from 'vitest';
import { defaultOffer, isLargerPlan, monthlyCents, savedCents } from './rules-offers.ts';

test.each([
  [1068, 8900],
  [2148, 17_900],
  [3768, 31_400],
  [1000, 8333],
])('$%i a year is %i cents a month', (price, cents) => {
  expect(monthlyCents({ price, credits: 1, isAnnual: true })).toBe(cents);
});

test('a monthly plan has no other monthly price', () => {
  expect(monthlyCents({ price: 99, credits: 2, isAnnual: false })).toBeNull();
});

test.each([
  [99, 2, 5900],
  [199, 5, 19_600],
  [1068, 24, 82_800],
  [99, 1, 0],
])('$%i for %i credits saves %i cents against credits of $79', (price, credits, cents) => {
  expect(savedCents({ price, credits, isAnnual: false }, 79)).toBe(cents);
});

test.each([
  ['a higher tier', { tier: 3, isAnnual: true }, true],
  ['a higher tier by the month', { tier: 3, isAnnual: false }, true],
  ['the same', { tier: 2, isAnnual: true }, false],
  ['the same by the month', { tier: 2, isAnnual: false }, false],
  ['a lower tier', { tier: 1, isAnnual: true }, false],
  ['a lower tier with more sessions at once', { tier: 1, isAnnual: false, concurrency: 40 }, true],
  ['the same with fewer sessions at once', { tier: 2, isAnnual: true, concurrency: 5 }, false],
])('larger than a yearly plan of tier 2: %s', (_case, plan, isLarger) => {
  expect(isLargerPlan(plan, { tierNumber: 2, isAnnual: true, concurrency: 30 })).toBe(isLarger);
});

test('without a plan every one is larger, and a year is larger than a month', () => {
  const year = { tier: 2, isAnnual: true };
  expect(isLargerPlan(year, { tierNumber: null, isAnnual: false, concurrency: 30 })).toBe(true);
  expect(isLargerPlan(year, { tierNumber: 2, isAnnual: false, concurrency: 30 })).toBe(true);
});

const plan = (id: string, more: { isAnnual?: boolean; highlighted?: boolean } = {}) => ({
  id,
  isAnnual: false,
  highlighted: false,
  ...more,
});
const PLANS = [
  plan('studio_2'),
  plan('studio_5', { highlighted: true }),
  plan('studio_24', { isAnnual: true }),
  plan('studio_60', { isAnnual: true }),
];
const FREE = { id: 'free-trial', price: 0, credits: 0 };
const GIFT = { id: 'gift', price: 0, credits: 2 };
const PAID = { id: 'bundle-3', price: 219, credits: 3 };
const NO_LABEL = { label: null, annualFirst: false };

describe('the default choice', () => {
  test.each([
    ['the free bundle', { plans: PLANS, bundles: [PAID, FREE] }, NO_LABEL, 'free-trial'],
    ['not one that brings credits', { plans: PLANS, bundles: [GIFT] }, NO_LABEL, 'studio_5'],
    ['the highlighted membership', { plans: PLANS, bundles: [PAID] }, NO_LABEL, 'studio_5'],
    ['else the first', { plans: [plan('a'), plan('b')], bundles: [] }, NO_LABEL, 'a'],
    [
      'the first yearly one by the flag',
      { plans: PLANS, bundles: [] },
      { ...NO_LABEL, annualFirst: true },
      'studio_24',
    ],
    [
      'the highlighted one where none is yearly',
      { plans: PLANS.slice(0, 2), bundles: [] },
      { ...NO_LABEL, annualFirst: true },
      'studio_5',
    ],
    [
      'the labelled plan before all',
      { plans: PLANS, bundles: [FREE] },
      { label: 'studio_2', annualFirst: true },
      'studio_2',
    ],
    [
      'no other plan by a label',
      { plans: PLANS, bundles: [PAID] },
      { label: 'studio_60', annualFirst: false },
      'studio_5',
    ],
    [
      'a label that is not offered',
      { plans: [plan('a')], bundles: [] },
      { ...NO_LABEL, label: 'studio_2' },
      'a',
    ],
    ['none where only bundles with a price are offered', { plans: [], bundles: [PAID] }, NO_LABEL, null],
  ])('is %s', (_case, offers, by, id) => {
    expect(defaultOffer(offers, by)).toBe(id);
  });
});
