import type { ReadCustomer } from '#shared/billing/rules-provider.ts';
import type { Tx } from '../../db/transaction.ts';
import { agreeRevision, revisionsOf, setRevision } from './queries-paypal.ts';

/** PayPal's page of a change of plan is no longer approved by then. */
const OPEN_HOURS = 24;

/**
 * Brings a person's planned changes of plan to what PayPal says of them: done when their payer has agreed, dropped when
 * that comes too late. The caller holds the person's lock (docs/product/paypal.md#status).
 */
export async function settleRevisions(
  tx: Tx,
  { provider, mode, person_id, revised, subscriptions }: ReadCustomer,
  now: Temporal.Instant,
): Promise<void> {
  if (provider !== 'paypal') return;
  for (const { id, state, subscription_id, started_at } of await revisionsOf(tx, mode, person_id)) {
    if (state === 'done') continue;
    const isOver = Temporal.Instant.compare(now, started_at.add({ hours: OPEN_HOURS })) > 0;
    const subscription = subscriptions.find((one) => one.id === subscription_id);
    const agreed = revised.find((one) => one.id === id);
    if (agreed !== undefined) await agreeRevision(tx, agreed);
    else if (
      state !== 'dropped' &&
      (isOver || (subscription !== undefined && subscription.ended_at !== null))
    )
      await setRevision(tx, id, 'dropped');
  }
}
