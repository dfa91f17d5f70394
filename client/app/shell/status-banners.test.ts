import { describe, expect, test } from 'vitest';
import { cohortOf, USER_STATUSES, type UserStatus } from '#shared/billing/rules.ts';
import { CATALOGUE } from '#server/content/defaults/pricing.ts';
import { readModal } from '../../lib/modal-search.ts';
import { modalOf } from '../modals/modals.ts';
import { paths } from '../../lib/paths.ts';
import { bannersFor, fullAccessLink } from './status-banners.ts';

const person = (
  status: UserStatus,
  lastPaymentStatus: 'failed' | 'success' | null = null,
  paymentsProvider: 'stripe' | 'paypal' = 'stripe',
) =>
  ({
    role: 'client',
    status,
    subscription: { isTrial: status === 'trial', lastPaymentStatus, paymentsProvider },
  }) as const;

describe.each(USER_STATUSES)('at status %s', (status) => {
  test("'Get full access' is there on trial only, and leads to the plans", () => {
    expect(fullAccessLink(person(status), true)).toBe(status === 'trial' ? paths.plans : null);
    expect(fullAccessLink(person(status), false)).toBeNull();
  });

  test('each banner has a way on', () => {
    const shown = (flag: boolean) =>
      bannersFor(person(status, 'failed'), flag).map(({ label, hasPortal, links }) => [
        label,
        hasPortal,
        links.map(({ href }) => href),
      ]);
    const ended = status === 'cancelled' ? [['Membership', false, [paths.topUp, paths.plans]]] : [];
    expect(shown(true)).toEqual([['Payment', true, []], ...ended]);
    expect(shown(false)).toEqual(ended);
  });

  test('there are offers to see', () => {
    const offers = CATALOGUE.cohorts[cohortOf({ status, legacy: false })];
    expect([...offers.plans, ...offers.bundles].length).toBeGreaterThan(0);
  });
});

test('a payment that failed at PayPal leads to the billing area', () => {
  const [banner] = bannersFor(person('subscriber', 'failed', 'paypal'), true);
  expect(banner).toMatchObject({ label: 'Payment', hasPortal: false, links: [{ href: paths.billing }] });
});

test.each(['plans', 'topUp'] as const)('%s is a modal for clients', (name) => {
  const { modal } = readModal(Object.fromEntries(new URL(paths[name], 'http://studio.test').searchParams));
  expect(modalOf(modal ?? '')?.who).toEqual(['client']);
});

test.each(['partner', 'managed', 'operator'] as const)('a %s has neither', (role) => {
  const subscription = { isTrial: true, lastPaymentStatus: 'failed', paymentsProvider: 'stripe' } as const;
  const one = { role, status: null, subscription } as const;
  expect([bannersFor(one, true), fullAccessLink(one, true)]).toEqual([[], null]);
});
