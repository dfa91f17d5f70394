import { refundOnCancel, refundTerms } from '#shared/sessions/rules-terms.ts';
import type { cancellationGrace } from '../content/service.ts';
import { refundOf } from '../credits/service.ts';
import type { Db } from '../db/transaction.ts';

/** The studio's grace, read before. */
export type Grace = Awaited<ReturnType<typeof cancellationGrace>>;

interface Booked {
  readonly id: number;
  /** Credits. */
  readonly price: number;
  readonly booked_at: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
  /** The musician's limit, in hours. */
  readonly recredit_limit_hours: number;
}

/**
 * The result of a client's cancelling at `now`: whether credits come back, how many come back or are lost, and
 * between which instants (docs/product/sessions.md#refund-on-cancelling).
 */
export async function refundNow(
  db: Db,
  session: Booked,
  { grace, now }: { readonly grace: Grace; readonly now: Temporal.Instant },
): Promise<{
  readonly refund: boolean;
  readonly credits: number;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}> {
  const { id, price, booked_at, starts_at, recredit_limit_hours: recreditLimitHours } = session;
  const booking = { booked_at, starts_at, recreditLimitHours, ...grace };
  const terms = refundTerms(booking);
  const lost = { ...terms, refund: false, credits: price };
  if (!refundOnCancel({ ...booking, by: 'client' }, now)) return lost;
  const credits = await refundOf(db, id, now);
  return credits === 0 && price > 0 ? lost : { ...terms, refund: true, credits };
}
