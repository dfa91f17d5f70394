import { type Refusal, fail } from '../lib/result.ts';
import { dayOf, formatDay, formatTime } from '../lib/time.ts';
import { EXTENSION_MINUTES, HOLD_MINUTES } from './rules.ts';
import { HOLDING } from './texts.ts';

/** The limits of holding (docs/product/booking.md#hold-limits). */
export const HOLDING_WINDOW_HOURS = 6;
export const MAX_HELD_MINUTES = 40;
export const MAX_HOLDS_AN_HOUR = 20;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WINDOW = HOLDING_WINDOW_HOURS * HOUR;

/** A musician's time, from start to end. */
interface HeldTime {
  readonly musician_id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

/** A recorded hold of the last hours, live or over. */
export interface HoldRecord extends HeldTime {
  readonly held_at: Temporal.Instant;
  /** When it expired, was released, or will expire. */
  readonly held_until: Temporal.Instant;
  readonly booked: boolean;
  /** Whether the person had the credits for it when the hold began. */
  readonly affordable: boolean;
}

/** The time to hold, and everything that the person held in the last six hours. */
export interface HoldingInput {
  readonly past: readonly HoldRecord[];
  readonly requested: HeldTime & { readonly cost: number };
  /** Credits and bank together. */
  readonly credits: number;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

export type HoldingReason = 'too_many_holds' | 'unpaid_hold' | 'held_too_long';
type HoldCheck<R extends HoldingReason = HoldingReason> =
  | { readonly ok: true; readonly value: true }
  | (Refusal<R> & { /** When a hold is possible again. */ readonly retryAt: Temporal.Instant });

/** Whether a new hold may begin at `now`; a refusal says when it may. */
export function checkHold(input: HoldingInput): HoldCheck {
  const limit = longestLimit(limitsReached(input));
  if (!limit) return { ok: true, value: true };
  return refuse(input, { reason: limit.reason, retryAt: firstAllowed(input, limit.retryAt) });
}

function limitsReached(input: HoldingInput): (LimitReached | null)[] {
  return [tooMany(input), unpaid(input), tooLong(input, ms(input.now) + HOLD_MINUTES * MINUTE)];
}

/** The first instant from `at` on that no limit forbids. A live hold runs on meanwhile and may reach another limit. */
function firstAllowed(input: HoldingInput, at: number): number {
  const next = longestLimit(limitsReached({ ...input, now: Temporal.Instant.fromEpochMilliseconds(at) }));
  return next ? firstAllowed(input, next.retryAt) : at;
}

/** Whether a live hold, which is among `past`, may be extended; a refusal says when it may. */
export function checkExtension(
  input: HoldingInput,
  heldUntil: Temporal.Instant,
): HoldCheck<'unpaid_hold' | 'held_too_long'> {
  const { requested, credits } = input;
  if (credits < requested.cost) {
    const detail = HOLDING.unpaid_extension(requested.cost - credits);
    return refuseWith(input, { reason: 'unpaid_hold', retryAt: ms(input.now) + WINDOW }, detail);
  }
  const limit = tooLong(input, ms(heldUntil) + EXTENSION_MINUTES * MINUTE);
  return limit ? refuse(input, limit) : { ok: true, value: true };
}

interface LimitReached<R extends HoldingReason = HoldingReason> {
  readonly reason: R;
  readonly retryAt: number;
}

const ms = (instant: Temporal.Instant): number => instant.epochMilliseconds;

function tooMany({ past, now }: HoldingInput): LimitReached<'too_many_holds'> | null {
  const starts = past.map(({ held_at }) => ms(held_at)).filter((at) => at > ms(now) - HOUR);
  const oldest = starts.toSorted((a, b) => b - a)[MAX_HOLDS_AN_HOUR - 1];
  return oldest === undefined ? null : { reason: 'too_many_holds', retryAt: oldest + HOUR };
}

/** Without the credits: one hold in six hours. */
function unpaid({ past, requested, credits, now }: HoldingInput): LimitReached<'unpaid_hold'> | null {
  if (credits >= requested.cost) return null;
  const starts = past
    .filter(({ booked, affordable }) => !booked && !affordable)
    .map(({ held_at }) => ms(held_at));
  const last = Math.max(...starts.filter((at) => at > ms(now) - WINDOW));
  return Number.isFinite(last) ? { reason: 'unpaid_hold', retryAt: last + WINDOW } : null;
}

/** Overlapping time: at most 40 minutes in any six hours, the hold up to `until` included. */
function tooLong(
  { past, requested, now }: HoldingInput,
  until: number,
): LimitReached<'held_too_long'> | null {
  const overlapping = past.filter((hold) => !hold.booked && overlaps(hold, requested));
  // A new hold ends the live one; without it, the live one lasts until it expires.
  if (earliestStart(heldSpans(overlapping, ms(now)), until - ms(now)) <= until - WINDOW) return null;
  const retryAt =
    earliestStart(heldSpans(overlapping, Infinity), HOLD_MINUTES * MINUTE) + WINDOW - HOLD_MINUTES * MINUTE;
  return { reason: 'held_too_long', retryAt: Math.max(retryAt, ms(now)) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What was held until `end`, in epoch milliseconds, the latest first. */
function heldSpans(holds: readonly HoldRecord[], end: number): Span[] {
  return holds
    .map(({ held_at, held_until }) => ({ from: ms(held_at), to: Math.min(ms(held_until), end) }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => other.to - one.to);
}

/** The earliest start of a window in which `needed` milliseconds still fit beside what was held since. */
function earliestStart(spans: readonly Span[], needed: number): number {
  let remaining = MAX_HELD_MINUTES * MINUTE - needed;
  for (const { from, to } of spans) {
    if (to - from > remaining) return to - remaining;
    remaining -= to - from;
  }
  return -Infinity;
}

function overlaps(one: HeldTime, other: HeldTime): boolean {
  return (
    one.musician_id === other.musician_id &&
    ms(one.starts_at) < ms(other.ends_at) &&
    ms(other.starts_at) < ms(one.ends_at)
  );
}

/** The limit that lasts longest. */
function longestLimit<R extends HoldingReason>(
  limits: readonly (LimitReached<R> | null)[],
): LimitReached<R> | undefined {
  return limits.filter((one) => one !== null).sort((a, b) => b.retryAt - a.retryAt)[0];
}

function refuse<R extends HoldingReason>(
  input: HoldingInput,
  { reason, retryAt }: LimitReached<R>,
): HoldCheck<R> {
  const { requested, credits, zone, now } = input;
  // Rounded up, so that holding is possible at the stated minute.
  const minute = Temporal.Instant.fromEpochMilliseconds(Math.ceil(retryAt / MINUTE) * MINUTE);
  const today = dayOf(minute, zone).equals(dayOf(now, zone));
  const time = today ? formatTime(minute, zone) : `${formatDay(minute, zone)}, ${formatTime(minute, zone)}`;
  const details: Record<HoldingReason, string> = {
    too_many_holds: HOLDING.too_many_holds(time),
    unpaid_hold: HOLDING.unpaid_hold(requested.cost - credits, time),
    held_too_long: HOLDING.held_too_long(time),
  };
  return refuseWith(input, { reason, retryAt }, details[reason]);
}

function refuseWith<R extends HoldingReason>(
  { now }: HoldingInput,
  { reason, retryAt }: LimitReached<R>,
  detail: string,
): HoldCheck<R> {
  const retryAfter = Math.max(1, Math.ceil((retryAt - ms(now)) / 1000));
  return {
    ...fail(reason, { detail, retryAfter }),
    retryAt: Temporal.Instant.fromEpochMilliseconds(retryAt),
  };
}
