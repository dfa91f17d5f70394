import type { Session } from '../../../shared/sessions/contract.ts';

/** What cancelling means at one moment: the credits come back, or why they do not (part 2 section 4). */
export type RefundStanding =
  | { readonly kind: 'refund'; readonly lapses: Temporal.Instant; readonly soon: boolean }
  /** Booked too short ago; from `opens` on the credits would come back. */
  | { readonly kind: 'too_early'; readonly opens: Temporal.Instant; readonly minutes: number }
  /** Starts within the musician's limit. */
  | { readonly kind: 'too_late'; readonly hours: number }
  /** In time, but paid with expired credits that have come back once (decisions 7). */
  | { readonly kind: 'once' };

/** From when on the time left is counted down, in milliseconds. */
const SOON_MS = 60 * 60_000;

type Cancellable = Pick<Session, 'start_date' | 'booked_at'> & {
  readonly cancellation: NonNullable<Session['cancellation']>;
};

/**
 * The server's terms as they stand at `now`: "booked more than 60 minutes ago and starts more than the limit in hours
 * away", neither instant counting. Where waiting would not help the limit is what is said.
 */
export function refundStanding(session: Cancellable, now: Temporal.Instant): RefundStanding {
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

/** Why somebody cancels: what can be ticked. */
export const REASONS = [
  'The time does not suit me any more',
  'My track is not ready',
  'I no longer need this session',
  'I found someone else for it',
  'I booked it by mistake',
  'It costs too many credits',
] as const;

/** The reasons for someone, who may not pay with credits. */
export function reasonsFor(paysCredits: boolean): readonly string[] {
  return paysCredits ? REASONS : REASONS.filter((reason) => !reason.includes('credits'));
}

/** What the toast says once it is done. */
export function cancelledText(refunded: number): string {
  if (refunded === 0) return 'Your session is cancelled.';
  return `Your session is cancelled. ${refunded} ${refunded === 1 ? 'credit is' : 'credits are'} back.`;
}
