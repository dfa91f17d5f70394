import type { Stripe } from 'stripe';
import type { DisputeState, PaymentState } from '#shared/billing/rules-provider.ts';
import { idOf, objectOf, type FetchedCustomer } from './fetch-customer.ts';
import { instantOf } from './to-subscription.ts';

type MoneyBack = Pick<PaymentState, 'refunds' | 'disputes' | 'fingerprint'>;

const NOTHING: MoneyBack = { refunds: [], disputes: [], fingerprint: null };

/** What came back of a payment, and the card that made it. */
export function moneyBack(intentId: string | null, fetched: FetchedCustomer): MoneyBack {
  const intent = fetched.intents.find(({ id }) => id === intentId);
  if (intent === undefined) return NOTHING;
  const isOf = (one: { readonly payment_intent: string | { readonly id: string } | null }): boolean =>
    idOf(one.payment_intent) === intent.id;
  return {
    refunds: fetched.refunds
      .filter((refund) => isOf(refund) && refund.status === 'succeeded')
      .map(({ id, amount, created }) => ({ id, cents: amount, at: instantOf(created) })),
    disputes: fetched.disputes
      .filter(isOf)
      .flatMap(disputeOf)
      .toSorted((a, b) => Temporal.Instant.compare(a.opened_at, b.opened_at)),
    fingerprint: fingerprintOf(intent),
  };
}

/** The card that an intent was paid with; null: none was charged. */
export const fingerprintOf = (intent: Stripe.PaymentIntent): string | null =>
  objectOf(intent.latest_charge)?.payment_method_details?.card?.fingerprint ?? null;

const OPEN = new Set(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']);

const CLOSED = ['won', 'lost'] as const;

/** A dispute that has taken money; an inquiry has not. */
function disputeOf({ id, status, created, balance_transactions }: Stripe.Dispute): DisputeState[] {
  const state = OPEN.has(status) ? 'open' : CLOSED.find((one) => one === status);
  if (state === undefined) return [];
  const returned = balance_transactions.findLast(({ amount }) => amount > 0);
  const closed_at = state === 'won' && returned !== undefined ? instantOf(returned.created) : null;
  return [{ id, state, opened_at: instantOf(created), closed_at }];
}
