import { nextDates } from '#shared/billing/rules-area.ts';
import type { Standing } from './standing.ts';

type Live = NonNullable<Standing['live']>;

/**
 * Until when a membership lasts that is cancelled now. `said` is the next billing date as its provider says it; null:
 * the one that was last heard. PayPal tries no failed payment again after a cancellation: nothing is paid then.
 */
export function paidThrough(
  live: Live,
  now: Temporal.Instant,
  said: Temporal.Instant | null = null,
): Temporal.Instant {
  if (live.provider === 'paypal' && live.status === 'past_due')
    return Temporal.Instant.compare(now, live.period_start) < 0 ? live.period_start : now;
  const { nextAt, endsAt } = nextDates(live);
  if (endsAt !== null) return endsAt;
  return live.status === 'active' && said !== null ? said : (nextAt ?? live.period_end);
}
