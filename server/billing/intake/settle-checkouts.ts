import type { ReadCustomer, SubscriptionState } from '#shared/billing/rules-provider.ts';
import type { Tx } from '../../db/transaction.ts';
import { openCheckouts, setCheckout } from './queries-checkouts.ts';

type State = 'open' | 'completed' | 'expired' | 'failed';

/**
 * Brings a person's purchases to what the provider says of them. The caller holds the person's lock
 * (docs/product/buying.md#end-of-a-purchase).
 */
export async function settleCheckouts(tx: Tx, read: ReadCustomer, now: Temporal.Instant): Promise<void> {
  for (const { id, state, provider_id, expires_at } of await openCheckouts(tx, read, read.person_id)) {
    const session = read.checkouts.find((one) => one.checkout_id === id || one.provider_id === provider_id);
    const subscription = read.subscriptions.find((one) => one.checkout_id === id || one.id === provider_id);
    const isOver = Temporal.Instant.compare(now, expires_at) >= 0;
    const next: State | null =
      session?.state ??
      (subscription === undefined ? (isOver ? 'expired' : null) : bySubscription(subscription));
    if (next === null || (next === 'open' && state === 'open')) continue;
    const found = session?.provider_id ?? subscription?.id;
    await setCheckout(tx, id, { state: next, ...(found === undefined ? {} : { provider_id: found }) });
  }
}

/** A purchase with a card typed in the studio is its subscription. */
function bySubscription({ status }: SubscriptionState): State {
  if (status === 'incomplete') return 'open';
  return status === 'incomplete_expired' ? 'failed' : 'completed';
}
