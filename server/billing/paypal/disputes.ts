import type { DisputeState } from '#shared/billing/rules-provider.ts';
import { instantOf } from './objects.ts';
import type * as objects from './objects.ts';

/** How PayPal says that the money stays with the payer. */
const LOST: ReadonlySet<string> = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']);

/** The disputes of a payment that took its money, the oldest first (docs/product/paypal.md#disputes). */
export function disputesOf(
  disputes: readonly objects.Dispute[],
  transactionId: string,
): readonly DisputeState[] {
  return disputes
    .filter(({ disputed_transactions = [] }) =>
      disputed_transactions.some((one) => one.seller_transaction_id === transactionId),
    )
    .flatMap(toDispute)
    .toSorted((a, b) => Temporal.Instant.compare(a.opened_at, b.opened_at));
}

/** An inquiry is a question to the seller. */
function toDispute({ dispute_id: id, status, ...dispute }: objects.Dispute): DisputeState[] {
  const opened_at = instantOf(dispute.create_time);
  const outcome = dispute.dispute_outcome?.outcome_code ?? '';
  if (dispute.dispute_life_cycle_stage === 'INQUIRY' && !LOST.has(outcome)) return [];
  if (status !== 'RESOLVED') return [{ id, state: 'open', opened_at, closed_at: null }];
  const closed_at = dispute.update_time === undefined ? null : instantOf(dispute.update_time);
  return [{ id, state: LOST.has(outcome) ? 'lost' : 'won', opened_at, closed_at }];
}
