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
export interface PastHold extends HeldTime {
  readonly held_at: Temporal.Instant;
  /** When it ran out, was released, or will run out. */
  readonly held_until: Temporal.Instant;
  readonly booked: boolean;
  /** Whether the person had the credits for it when the hold began. */
  readonly affordable: boolean;
}

/** The time to hold, and everything that the person held in the last six hours. */
export interface HoldingInput {
  readonly past: readonly PastHold[];
  readonly wanted: HeldTime & { readonly cost: number };
  /** Credits and bank together. */
  readonly credits: number;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

export type HoldingReason = 'too_many_holds' | 'unpaid_hold' | 'held_too_long';
type Judged<R extends HoldingReason = HoldingReason> =
  | { readonly ok: true; readonly value: true }
  | (Refusal<R> & { /** When a hold is possible again. */ readonly again: Temporal.Instant });

/** Whether a new hold may begin at `now`; a refusal says when it may. */
export function judgeHold(input: HoldingInput): Judged {
  const worst = latest(obstacles(input));
  if (!worst) return { ok: true, value: true };
  return refuse(input, { reason: worst.reason, again: firstFree(input, worst.again) });
}

function obstacles(input: HoldingInput): (Obstacle | null)[] {
  return [tooMany(input), unpaid(input), tooLong(input, ms(input.now) + HOLD_MINUTES * MINUTE)];
}

/** From `at` on, the first instant without an obstacle: while one lasts, a live hold runs on and may become another. */
function firstFree(input: HoldingInput, at: number): number {
  const next = latest(obstacles({ ...input, now: Temporal.Instant.fromEpochMilliseconds(at) }));
  return next ? firstFree(input, next.again) : at;
}

/** Whether a live hold, which is among `past`, may be extended; a refusal says when it may. */
export function judgeExtension(
  input: HoldingInput,
  heldUntil: Temporal.Instant,
): Judged<'unpaid_hold' | 'held_too_long'> {
  const { wanted, credits } = input;
  if (credits < wanted.cost) {
    const detail = HOLDING.unpaid_extension(wanted.cost - credits);
    return refuseWith(input, { reason: 'unpaid_hold', again: ms(input.now) + WINDOW }, detail);
  }
  const obstacle = tooLong(input, ms(heldUntil) + EXTENSION_MINUTES * MINUTE);
  return obstacle ? refuse(input, obstacle) : { ok: true, value: true };
}

interface Obstacle<R extends HoldingReason = HoldingReason> {
  readonly reason: R;
  readonly again: number;
}

const ms = (instant: Temporal.Instant): number => instant.epochMilliseconds;

function tooMany({ past, now }: HoldingInput): Obstacle<'too_many_holds'> | null {
  const begun = past.map(({ held_at }) => ms(held_at)).filter((at) => at > ms(now) - HOUR);
  const oldest = begun.toSorted((a, b) => b - a)[MAX_HOLDS_AN_HOUR - 1];
  return oldest === undefined ? null : { reason: 'too_many_holds', again: oldest + HOUR };
}

/** Without the credits: one hold in six hours. */
function unpaid({ past, wanted, credits, now }: HoldingInput): Obstacle<'unpaid_hold'> | null {
  if (credits >= wanted.cost) return null;
  const begun = past
    .filter(({ booked, affordable }) => !booked && !affordable)
    .map(({ held_at }) => ms(held_at));
  const last = Math.max(...begun.filter((at) => at > ms(now) - WINDOW));
  return Number.isFinite(last) ? { reason: 'unpaid_hold', again: last + WINDOW } : null;
}

/** Overlapping time: at most 40 minutes in any six hours, the hold up to `until` included. */
function tooLong({ past, wanted, now }: HoldingInput, until: number): Obstacle<'held_too_long'> | null {
  const same = past.filter((hold) => !hold.booked && overlaps(hold, wanted));
  // A new hold ends the live one now; whoever waits instead has it until it runs out.
  if (begins(spansOf(same, ms(now)), until - ms(now)) <= until - WINDOW) return null;
  const again = begins(spansOf(same, Infinity), HOLD_MINUTES * MINUTE) + WINDOW - HOLD_MINUTES * MINUTE;
  return { reason: 'held_too_long', again: Math.max(again, ms(now)) };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** What was held until `end`, in epoch milliseconds, the latest first. */
function spansOf(holds: readonly PastHold[], end: number): Span[] {
  return holds
    .map(({ held_at, held_until }) => ({ from: ms(held_at), to: Math.min(ms(held_until), end) }))
    .filter(({ from, to }) => to > from)
    .sort((one, other) => other.to - one.to);
}

/** The earliest start of a window in which `more` milliseconds still fit beside what was held since. */
function begins(spans: readonly Span[], more: number): number {
  let left = MAX_HELD_MINUTES * MINUTE - more;
  for (const { from, to } of spans) {
    if (to - from > left) return to - left;
    left -= to - from;
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

/** The obstacle that lasts longest. */
function latest<R extends HoldingReason>(found: readonly (Obstacle<R> | null)[]): Obstacle<R> | undefined {
  return found.filter((one) => one !== null).sort((a, b) => b.again - a.again)[0];
}

function refuse<R extends HoldingReason>(input: HoldingInput, { reason, again }: Obstacle<R>): Judged<R> {
  const { wanted, credits, zone, now } = input;
  // Rounded up, so that holding is possible at the minute that is said.
  const minute = Temporal.Instant.fromEpochMilliseconds(Math.ceil(again / MINUTE) * MINUTE);
  const today = dayOf(minute, zone).equals(dayOf(now, zone));
  const time = today ? formatTime(minute, zone) : `${formatDay(minute, zone)}, ${formatTime(minute, zone)}`;
  const words: Record<HoldingReason, string> = {
    too_many_holds: HOLDING.too_many_holds(time),
    unpaid_hold: HOLDING.unpaid_hold(wanted.cost - credits, time),
    held_too_long: HOLDING.held_too_long(time),
  };
  return refuseWith(input, { reason, again }, words[reason]);
}

function refuseWith<R extends HoldingReason>(
  { now }: HoldingInput,
  { reason, again }: Obstacle<R>,
  detail: string,
): Judged<R> {
  const retryAfter = Math.max(1, Math.ceil((again - ms(now)) / 1000));
  return { ...fail(reason, { detail, retryAfter }), again: Temporal.Instant.fromEpochMilliseconds(again) };
}
