import { fail, ok, type Result } from '../lib/result.ts';
import { MOVE, PICKER } from './texts.ts';

/** When and to where a booked session may be moved (decisions 4). */
interface Booked {
  readonly booked_at: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
}

/**
 * Whether a session may be moved at `now`: exactly while cancelling would give the credits back, between the two
 * instants of refundTerms, neither of which counts (decisions 4). The refusal says since when or until when. That the
 * session is still to come is judged by its status (mayDo, 'cancel').
 */
export function judgeMove(
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

/** A moved session lasts as long as the paid one, in minutes: its price stays (decisions 4). */
export function judgeLength(chosen: number, paid: number): Result<true, 'bad_selection'> {
  return chosen === paid ? ok(true) : fail('bad_selection', { detail: PICKER.otherLength(paid) });
}
