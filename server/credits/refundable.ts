import { refundPlan, type Lot, type LotDelta, type RefundPlan } from '../../shared/credits/rules.ts';
import type { Db } from '../db/transaction.ts';
import * as queries from './queries.ts';

interface Asked {
  readonly personId: string;
  /** What a session took: its entries, negative. */
  readonly spent: readonly LotDelta[];
  /** All of the person's lots. */
  readonly lots: readonly Lot[];
  readonly by: 'client' | 'operator';
  readonly now: Temporal.Instant;
}

/** Where a session's credits go back to at `now` and how many come back at all (decisions 7): what is shown and what is done. */
export async function refundable(
  db: Db,
  { personId, spent, lots, by, now }: Asked,
): Promise<RefundPlan & { readonly total: number }> {
  // A lot whose expiry is in the ledger takes nothing back, even for a call that began before that instant.
  const over = await queries.lotsWithExpiry(db, personId);
  const asTheyStand = lots.map((lot) => (over.has(lot.id) ? { ...lot, expires_at: now } : lot));
  const plan = refundPlan(spent, asTheyStand, by, now);
  const amounts = [...plan.back.map(({ delta }) => delta), ...plan.fresh.map(({ amount }) => amount)];
  return { ...plan, total: amounts.reduce((a, b) => a + b, 0) };
}
