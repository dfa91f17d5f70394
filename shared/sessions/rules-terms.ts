import type { FieldError } from '../lib/problem.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import { characters } from '../lib/text.ts';
import { type RatedSession, sessionType } from './rules.ts';
import type { Status } from './rules-status.ts';
import { NOT_ALLOWED, RATING } from './texts.ts';

/** Deadlines, refunds and ratings of a session (docs/product/sessions.md). */
export const REFUND_GRACE_MINUTES = 60;
export const DEFAULT_RECREDIT_LIMIT_HOURS = 48;
export const FILES_DUE_AFTER_BOOKING_MINUTES = 60;
export const THREAD_CLOSES_AFTER_HOURS = 96;
export const RATING_CHANGE_HOURS = 14 * 24;
/** In characters. */
const COMMENT_MAX = 1000;

const isAfter = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) > 0;

interface FilesTerms {
  readonly files_deadline_enabled: boolean;
  /** Minutes before the start. */
  readonly files_deadline: number;
}

/** When the pre-session files are due (docs/product/sessions.md#file-deadline); null when the service needs none. */
export function filesDueAt(
  service: FilesTerms,
  starts_at: Temporal.Instant,
  booked_at: Temporal.Instant,
): Temporal.Instant | null {
  if (!service.files_deadline_enabled) return null;
  const due = starts_at.subtract({ minutes: service.files_deadline });
  const earliest = booked_at.add({ minutes: FILES_DUE_AFTER_BOOKING_MINUTES });
  return isAfter(earliest, due) ? earliest : due;
}

/** When the session files are due: `files_delivery` minutes after the end. */
export function deliveryDueAt(
  service: { readonly files_delivery: number },
  ends_at: Temporal.Instant,
): Temporal.Instant {
  return ends_at.add({ minutes: service.files_delivery });
}

/** When the conversation closes by itself: 4 days after the end (docs/product/sessions.md#conversation). */
export function threadClosesAt(ends_at: Temporal.Instant): Temporal.Instant {
  return ends_at.add({ hours: THREAD_CLOSES_AFTER_HOURS });
}

interface Streamed {
  readonly status: Status;
  readonly ends_at: Temporal.Instant;
  readonly attendance: boolean | null;
  readonly service: { readonly session_type: 'offline' | 'live' | 'all' };
}

/**
 * Whether the livestream links are shown: confirmed, not over, attended by the client, and not an offline
 * service (docs/product/sessions.md#livestream).
 */
export function hasLivestream(session: Streamed, now: Temporal.Instant): boolean {
  if (session.status === 'prebooked' || sessionType(session, now) === 'past') return false;
  return session.attendance === true && session.service.session_type !== 'offline';
}

interface RefundTerms {
  readonly booked_at: Temporal.Instant;
  readonly starts_at: Temporal.Instant;
  /** The musician's cancellationRecreditLimit in hours. */
  readonly recreditLimitHours?: number;
  /** The studio's setting; 60 by default. */
  readonly graceMinutes?: number;
}

/**
 * The instants between which a client's cancelling refunds; both exclusive
 * (docs/product/sessions.md#refund-on-cancelling).
 */
export function refundTerms(session: RefundTerms): { from: Temporal.Instant; until: Temporal.Instant } {
  const { graceMinutes = REFUND_GRACE_MINUTES, recreditLimitHours = DEFAULT_RECREDIT_LIMIT_HOURS } = session;
  return {
    from: session.booked_at.add({ minutes: graceMinutes }),
    until: session.starts_at.subtract({ hours: recreditLimitHours }),
  };
}

/** Whether cancelling refunds: always by the operator, by the client between the instants of refundTerms. */
export function refundOnCancel(
  session: RefundTerms & { readonly by: 'client' | 'operator' },
  now: Temporal.Instant,
): boolean {
  if (session.by === 'operator') return true;
  const { from, until } = refundTerms(session);
  return isAfter(now, from) && isAfter(until, now);
}

/** Whether a number is a valid rating: 1 to 5, whole. */
export function isStars(stars: number): boolean {
  return Number.isInteger(stars) && stars >= 1 && stars <= 5;
}

/** Errors of a rating by wire field; empty when all is well (docs/product/sessions.md#rating). */
export function ratingErrors(stars: number, comment: string | null): FieldError[] {
  const errors: FieldError[] = [];
  if (!isStars(stars)) errors.push({ field: 'rating', message: RATING.stars });
  if (characters(comment ?? '') > COMMENT_MAX) errors.push({ field: 'comment', message: RATING.tooLong });
  return errors;
}

/** Until when a rating may be changed: 14 days from the first; null without one or without its date. */
export function ratingChangeableUntil(rating: {
  readonly status: string;
  readonly rated_at?: Temporal.Instant | string | null;
}): Temporal.Instant | null {
  if (rating.status !== 'rated' || rating.rated_at == null) return null;
  return Temporal.Instant.from(rating.rated_at).add({ hours: RATING_CHANGE_HOURS });
}

/** Whether the client may rate now, for the first time or again; else why not (docs/product/sessions.md#rating). */
export function checkRating(
  session: RatedSession,
  now: Temporal.Instant,
): Result<'new' | 'change', 'not_over' | 'cancelled' | 'rating_off' | 'rated'> {
  if (session.status === 'cancelled') return fail('cancelled', { detail: NOT_ALLOWED.cancelled });
  if (session.status === 'prebooked' || sessionType(session, now) === 'upcoming') {
    return fail('not_over', { detail: NOT_ALLOWED.notOver });
  }
  const { status } = session.rating;
  if (status === 'disabled') return fail('rating_off', { detail: NOT_ALLOWED.ratingOff });
  if (status === 'none') return ok('new');
  const until = ratingChangeableUntil(session.rating);
  return until !== null && isAfter(until, now) ? ok('change') : fail('rated', { detail: NOT_ALLOWED.rated });
}
