import { fail, ok, type Result } from '../lib/result.ts';
import { MOVE } from './texts.ts';

/** The instants of a booked session that limit moving. */
interface Booked {
  readonly booked_at: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
}

/**
 * Whether a session may be moved at `now`: between the two instants of refundTerms, both exclusive
 * (docs/product/sessions.md#moving). The status is checked by mayDo('cancel').
 */
export function checkMove(
  { booked_at, starts_at }: Booked,
  terms: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
  now: Temporal.Instant,
): Result<true, 'not_now'> {
  const { from, until } = terms;
  if (Temporal.Instant.compare(until, now) <= 0) {
    return fail('not_now', { detail: MOVE.tooLate(until.until(starts_at).total('hours')) });
  }
  if (Temporal.Instant.compare(now, from) <= 0) {
    return fail('not_now', { detail: MOVE.tooEarly(booked_at.until(from).total('minutes')) });
  }
  return ok(true);
}
