import type { CustomerState, ProviderAction } from '#shared/billing/rules-provider.ts';
import type { Tx } from '../../db/transaction.ts';
import { openChange, setChange } from './queries-changing.ts';

/** The provider gives an unpaid change up after 23 hours. */
const OPEN_HOURS = 24;

/**
 * Brings a person's change of plan to what the provider says of it, and goes on with a membership that was ending. The
 * caller holds the person's lock (docs/product/plan-changes.md#upgrade-and-switch).
 */
export async function settleChanges(
  tx: Tx,
  { provider, person_id, subscriptions }: CustomerState,
  now: Temporal.Instant,
): Promise<readonly ProviderAction[]> {
  // Changes of a card's membership; PayPal's are purchases or revisions.
  if (provider !== 'stripe') return [];
  const change = await openChange(tx, person_id);
  const subscription = subscriptions.find(({ id }) => id === change?.subscription_id);
  if (change === undefined || subscription === undefined) return [];
  const isEnding = subscription.cancel_at_period_end || subscription.cancel_at !== null;
  const isOver = Temporal.Instant.compare(now, change.started_at.add({ hours: OPEN_HOURS })) > 0;
  if (subscription.price_id === change.price_id) {
    if (change.resumes && isEnding) return [{ do: 'resume', provider, subscription_id: subscription.id }];
    await setChange(tx, change.id, 'done');
  } else if (isOver || subscription.ended_at !== null) await setChange(tx, change.id, 'failed');
  return [];
}
