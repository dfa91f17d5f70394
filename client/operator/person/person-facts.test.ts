import { expect, test } from 'vitest';
import type { Person, PersonMembership } from '#shared/operator/contract-person.ts';
import { accountFacts, membershipFacts } from './person-facts.ts';

const zone = 'Europe/Lisbon';
const person: Person = {
  id: '01a20ae6-96ba-71e1-a1a1-dc28817a1696',
  name: 'Ada',
  email: 'ada@test.test',
  email_verified: true,
  role: 'client',
  avatar: null,
  account: 'open',
  membership: 'subscriber',
  created_at: '2026-11-21T23:30:00Z',
  timezone: 'Australia/Adelaide',
  country: null,
};
const none: PersonMembership = {
  plan: null,
  is_annual: false,
  legacy: false,
  provider: null,
  last_payment: null,
  next_billing_at: null,
  ended_at: null,
};

test('who a person is', () => {
  const now = Temporal.Instant.from('2026-11-24T12:00:00Z');
  expect(accountFacts(person, zone, now)).toEqual([
    ['Role', 'Client'],
    ['Account', 'Open'],
    ['Address', 'Verified'],
    ['Since', 'Sat 21 Nov 26'],
    ['Time zone', 'Adelaide (UTC+10:30)'],
  ]);
  const invited = { ...person, email_verified: false, account: 'invited', country: 'PT' } as const;
  expect(accountFacts(invited, zone, now)).toEqual(
    expect.arrayContaining([
      ['Account', 'Invited'],
      ['Address', 'Not verified'],
      ['Country', 'PT'],
    ]),
  );
});

test('what is not known of a membership is not named', () => {
  expect(membershipFacts('signup', none, zone)).toEqual([['Status', 'No plan yet']]);
  const member = { ...none, plan: 'Studio 5', provider: 'stripe', last_payment: 'failed' } as const;
  const next_billing_at = '2026-12-01T10:00:00Z';
  expect(membershipFacts('subscriber', { ...member, next_billing_at, legacy: true }, zone)).toEqual([
    ['Status', 'Member'],
    ['Plan', 'Studio 5, monthly'],
    ['Prices', 'Of before'],
    ['Paid by', 'Stripe'],
    ['Last payment', 'Failed'],
    ['Next billing date', 'Tue 01 Dec 26'],
  ]);
  expect(
    membershipFacts('pending_cancellation', { ...none, is_annual: true, next_billing_at }, zone),
  ).toEqual([
    ['Status', 'Member, cancelling'],
    ['Ends on', 'Tue 01 Dec 26'],
  ]);
  expect(membershipFacts('cancelled', { ...none, ended_at: next_billing_at }, zone)).toEqual([
    ['Status', 'Membership ended'],
    ['Ended on', 'Tue 01 Dec 26'],
  ]);
});
