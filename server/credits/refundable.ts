import { isClosed, refundPlan, type Lot, type LotDelta, type RefundPlan } from '#shared/credits/rules.ts';

interface RefundInput {
  /** The session's entries, negative. */
  readonly spent: readonly LotDelta[];
  /** All of the person's lots. */
  readonly lots: readonly Lot[];
  /** Those whose expiry is in the ledger. */
  readonly withExpiry: ReadonlySet<string>;
  readonly by: 'client' | 'operator';
  readonly now: Temporal.Instant;
}

/** The lots that a session's credits return to at `now`, and how many in all; used to show a refund and to make it. */
export function refundable({
  spent,
  lots,
  withExpiry,
  by,
  now,
}: RefundInput): RefundPlan & { readonly total: number } {
  // A lot that is closed, or whose expiry is in the ledger, takes nothing back, even for a call that began before.
  const hasEnded = (lot: Lot) => withExpiry.has(lot.id) || isClosed(lot);
  const current = lots.map((lot) => (hasEnded(lot) ? { ...lot, expires_at: now } : lot));
  const plan = refundPlan(spent, current, by, now);
  const amounts = [...plan.returned.map(({ delta }) => delta), ...plan.newLots.map(({ amount }) => amount)];
  return { ...plan, total: amounts.reduce((a, b) => a + b, 0) };
}
