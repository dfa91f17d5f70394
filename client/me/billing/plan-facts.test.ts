import { expect, test } from 'vitest';
import { amountText, planFacts, priceText } from './plan-facts.ts';

const ME = {
  status: 'subscriber',
  timezone: 'Europe/Lisbon',
  subscription: { nextBillingDate: '2026-12-21T12:00:00Z' },
} as const;
const PLAN = {
  name: 'Studio 5',
  price_cents: 19900,
  is_annual: false,
  credits: 5,
  has_rollover: true,
  next: {
    at: '2026-12-21T12:00:00Z',
    credits: 5,
    amount: { net_cents: 19900, vat_cents: 4577, total_cents: 24477 },
  },
  ends_at: null,
  trial_ends_at: null,
  pending: null,
} as const;

test('amounts with and without VAT', () => {
  expect(amountText(PLAN.next.amount)).toBe('$244.77 ($199 + $45.77 VAT)');
  expect(amountText({ net_cents: 19900, vat_cents: 0, total_cents: 19900 })).toBe('$199');
  expect(priceText({ price_cents: 106800, is_annual: true })).toBe('$1,068 a year');
});

test('a membership: price, period, next billing date and what comes then', () => {
  expect(planFacts(ME, PLAN)).toEqual([
    ['Plan', 'Studio 5'],
    ['Status', 'Member'],
    ['Price', '$199 a month'],
    ['Includes', '5 credits a month'],
    ['Next billing date', 'Mon 21 Dec 26'],
    ['Then', '5 credits for $244.77 ($199 + $45.77 VAT)'],
  ]);
});

test('a trial, and a plan that follows', () => {
  const trial = { ...PLAN, trial_ends_at: PLAN.next.at };
  expect(planFacts({ ...ME, status: 'trial' }, trial)).toContainEqual(['Free trial until', 'Mon 21 Dec 26']);
  const pending = { name: 'Studio 2', price_cents: 9900, is_annual: false, from: PLAN.next.at };
  expect(planFacts(ME, { ...PLAN, pending })).toContainEqual(['From Mon 21 Dec 26', 'Studio 2, $99 a month']);
});

test('one that ends names its end, and no billing date', () => {
  const names = planFacts(
    { ...ME, status: 'pending_cancellation' },
    { ...PLAN, next: null, ends_at: PLAN.next.at },
  );
  expect(names.map(([name]) => name)).toEqual(['Plan', 'Status', 'Price', 'Includes', 'Ends on']);
});

test('what is not known is not said', () => {
  const imported = { ...PLAN, price_cents: null, credits: null, next: null };
  expect(planFacts(ME, imported).map(([name]) => name)).toEqual(['Plan', 'Status', 'Next billing date']);
  expect(planFacts({ ...ME, status: 'cancelled' }, null)).toEqual([
    ['Plan', 'None'],
    ['Status', 'Membership ended'],
  ]);
});
