import { formatDay, zoneLabel } from '#shared/lib/time.ts';
import type { Person, PersonMembership } from '#shared/operator/contract-person.ts';
import { ACCOUNT_LABELS, MEMBERSHIP_LABELS, ROLE_LABELS } from '#shared/operator/texts-people.ts';
import type { Fact } from '../../ui/layout/Facts.tsx';

export const PROVIDERS: Readonly<Record<string, string>> = { stripe: 'Stripe', paypal: 'PayPal' };

const dayIn = (zone: string) => (instant: string) => formatDay(Temporal.Instant.from(instant), zone);

/** Who a person is; days in the reader's zone. */
export function accountFacts(person: Person, zone: string, now: Temporal.Instant): Fact[] {
  const { role, account, email_verified, timezone, country, created_at } = person;
  return [
    ['Role', ROLE_LABELS[role]],
    ['Account', ACCOUNT_LABELS[account]],
    ['Address', email_verified ? 'Verified' : 'Not verified'],
    ['Since', dayIn(zone)(created_at)],
    ['Time zone', zoneLabel(timezone, now)],
    ...(country === null ? [] : ([['Country', country]] as const)),
  ];
}

/** What a client has bought, and until when. */
export function membershipFacts(
  status: NonNullable<Person['membership']>,
  membership: PersonMembership,
  zone: string,
): Fact[] {
  const { plan, is_annual, legacy, provider, last_payment, next_billing_at, ended_at } = membership;
  const day = dayIn(zone);
  const facts: (Fact | null)[] = [
    ['Status', MEMBERSHIP_LABELS[status]],
    plan === null ? null : ['Plan', `${plan}, ${is_annual ? 'yearly' : 'monthly'}`],
    legacy ? ['Prices', 'Of before'] : null,
    provider === null ? null : ['Paid by', PROVIDERS[provider] ?? provider],
    last_payment === null ? null : ['Last payment', last_payment === 'failed' ? 'Failed' : 'Paid'],
    next_billing_at === null ? null : [nextName(status), day(next_billing_at)],
    ended_at === null ? null : ['Ended on', day(ended_at)],
  ];
  return facts.filter((fact) => fact !== null);
}

const nextName = (status: NonNullable<Person['membership']>): string =>
  status === 'pending_cancellation' || status === 'wix-user' ? 'Ends on' : 'Next billing date';
