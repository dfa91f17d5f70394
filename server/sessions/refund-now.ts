import { refundOnCancel, refundTerms } from '#shared/sessions/rules-terms.ts';
import type { cancellationGrace } from '../content/service.ts';

/** The studio's grace, read before. */
export type Grace = Awaited<ReturnType<typeof cancellationGrace>>;

interface Booked {
  /** Credits. */
  readonly price: number;
  readonly booked_at: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
  /** The musician's limit, in hours. */
  readonly recredit_limit_hours: number;
}

/** The result of a client's cancelling at an instant. */
interface RefundNow {
  readonly refund: boolean;
  readonly credits: number;
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

/**
 * The result of a client's cancelling at `now`: whether credits come back, how many come back or are lost, and
 * between which instants (docs/product/sessions.md#refund-on-cancelling). `returned` is what credits say comes back.
 */
export function refundNow(
  session: Booked,
  {
    grace,
    returned,
    now,
  }: { readonly grace: Grace; readonly returned: number; readonly now: Temporal.Instant },
): RefundNow {
  const { price, booked_at, starts_at, recredit_limit_hours: recreditLimitHours } = session;
  const booking = { booked_at, starts_at, recreditLimitHours, ...grace };
  const terms = refundTerms(booking);
  const lost = { ...terms, refund: false, credits: price };
  if (!refundOnCancel({ ...booking, by: 'client' }, now)) return lost;
  return returned === 0 && price > 0 ? lost : { ...terms, refund: true, credits: returned };
}
