import type { Stripe } from 'stripe';
import type { PaymentState } from '#shared/billing/rules-provider.ts';
import { idOf, objectOf, type FetchedCustomer } from './fetch-customer.ts';
import { instantOf } from './to-subscription.ts';

type MoneyBack = Pick<PaymentState, 'refunds' | 'dispute' | 'fingerprint'>;

const NOTHING: MoneyBack = { refunds: [], dispute: null, fingerprint: null };

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
    dispute: disputeOf(fetched.disputes.filter(isOf)),
    fingerprint: fingerprintOf(intent),
  };
}

/** The card that an intent was paid with; null: none was charged. */
export const fingerprintOf = (intent: Stripe.PaymentIntent): string | null =>
  objectOf(intent.latest_charge)?.payment_method_details?.card?.fingerprint ?? null;

const OPEN = new Set(['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']);
type Closed = 'won' | 'lost';

/** The dispute that counts: one that is lost, else open, else won. An inquiry has taken no money. */
function disputeOf(disputes: readonly Stripe.Dispute[]): PaymentState['dispute'] {
  const of = (state: Closed | 'open') =>
    disputes.find(({ status }) => (state === 'open' ? OPEN.has(status) : status === state));
  for (const state of ['lost', 'open', 'won'] as const) {
    const found = of(state);
    if (found === undefined) continue;
    const returned = found.balance_transactions.findLast(({ amount }) => amount > 0);
    return {
      id: found.id,
      state,
      opened_at: instantOf(found.created),
      closed_at: state === 'won' && returned !== undefined ? instantOf(returned.created) : null,
    };
  }
  return null;
}
