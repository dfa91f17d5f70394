import type { Session } from '#shared/sessions/contract.ts';

/** Whether cancelling at one instant returns the credits, or why not (docs/product/booking.md#refund). */
export type RefundStatus =
  | { readonly kind: 'refund'; readonly lapses: Temporal.Instant; readonly soon: boolean }
  /** Booked too recently; a refund is possible from `opens` on. */
  | { readonly kind: 'too_early'; readonly opens: Temporal.Instant; readonly minutes: number }
  /** Starts within the musician's limit. */
  | { readonly kind: 'too_late'; readonly hours: number }
  /** In time, but paid with expired credits that came back once before (docs/product/credits.md#refunds). */
  | { readonly kind: 'once' };

/** The refund's remaining time is counted down from here, in milliseconds. */
const SOON_MS = 60 * 60_000;

type Cancellable = Pick<Session, 'start_date' | 'booked_at'> & {
  readonly cancellation: NonNullable<Session['cancellation']>;
};

/**
 * The refund at `now` by the server's terms; both ends of the period are excluded. If waiting would not help, the limit
 * before the start is the reason.
 */
export function refundStatus(session: Cancellable, now: Temporal.Instant): RefundStatus {
  const { cancellation, start_date, booked_at } = session;
  const [opens, lapses] = [cancellation.refund_from, cancellation.refund_until].map((at) =>
    Temporal.Instant.from(at),
  ) as [Temporal.Instant, Temporal.Instant];
  const left = lapses.epochMilliseconds - now.epochMilliseconds;
  if (left <= 0 || Temporal.Instant.compare(opens, lapses) >= 0) {
    return { kind: 'too_late', hours: wholeHours(lapses, Temporal.Instant.from(start_date)) };
  }
  if (Temporal.Instant.compare(now, opens) <= 0) {
    const minutes =
      booked_at === null
        ? 60
        : Math.round((Date.parse(cancellation.refund_from) - Date.parse(booked_at)) / 60_000);
    return { kind: 'too_early', opens, minutes };
  }
  return !cancellation.refund ? { kind: 'once' } : { kind: 'refund', lapses, soon: left <= SOON_MS };
}

const wholeHours = (from: Temporal.Instant, to: Temporal.Instant) =>
  Math.round((to.epochMilliseconds - from.epochMilliseconds) / 3_600_000);

/** The reasons that can be ticked. */
export const REASONS = [
  'The time no longer works for me',
  'My track is not ready',
  'I no longer need this session',
  'I found someone else',
  'I booked it by mistake',
  'It costs too many credits',
] as const;

/** The reasons to show; those about credits only to people who pay with credits. */
export function reasonsFor(paysCredits: boolean): readonly string[] {
  return paysCredits ? REASONS : REASONS.filter((reason) => !reason.includes('credits'));
}

/** The toast after cancelling. */
export function cancelledText(refunded: number): string {
  if (refunded === 0) return 'Your session is cancelled.';
  return `Your session is cancelled. ${refunded} ${refunded === 1 ? 'credit is' : 'credits are'} back.`;
}
