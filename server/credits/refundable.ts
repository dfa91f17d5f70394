import { isClosed, refundPlan, type Lot, type LotDelta, type RefundPlan } from '#shared/credits/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

interface RefundInput {
  readonly personId: string;
  /** The session's entries, negative. */
  readonly spent: readonly LotDelta[];
  /** All of the person's lots. */
  readonly lots: readonly Lot[];
  readonly by: 'client' | 'operator';
  readonly now: Temporal.Instant;
}

/** The lots that a session's credits return to at `now`, and how many in all; used to show a refund and to make it. */
export async function refundable(
  db: Db,
  { personId, spent, lots, by, now }: RefundInput,
): Promise<RefundPlan & { readonly total: number }> {
  // A lot that is closed, or whose expiry is in the ledger, takes nothing back, even for a call that began before.
  const withExpiry = await queries.lotsWithExpiry(db, personId);
  const hasEnded = (lot: Lot) => withExpiry.has(lot.id) || isClosed(lot);
  const current = lots.map((lot) => (hasEnded(lot) ? { ...lot, expires_at: now } : lot));
  const plan = refundPlan(spent, current, by, now);
  const amounts = [...plan.returned.map(({ delta }) => delta), ...plan.newLots.map(({ amount }) => amount)];
  return { ...plan, total: amounts.reduce((a, b) => a + b, 0) };
}
