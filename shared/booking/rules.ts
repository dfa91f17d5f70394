import { isRestricted } from '../calendar/rules.ts';
import { type Buyer, type Priced, servicePrice } from '../catalogue/rules.ts';
import { type Refusal, type Result, fail, ok } from '../lib/result.ts';
import { dayOf, daySpan, lastBookableDay } from '../lib/time.ts';
import { CREDITS, LIMITS, PICKER } from './texts.ts';

/** Limits of a choice and of a hold (docs/product/booking.md#selection, docs/product/booking.md#hold-length). */
export const MAX_SESSION_MINUTES = 180;
export const MAX_START_GAP_MINUTES = 80;
export const HOLD_MINUTES = 15;
export const EXTENSION_MINUTES = 10;
export const MAX_UPCOMING_SESSIONS = 30;

export interface ChosenSlot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  /** Minutes. */
  readonly duration: number;
  readonly service_category: string;
  readonly status: 'available' | 'prebooked' | 'booked';
  /** Blocked only by the person's own live hold. */
  readonly mine?: boolean;
}

export interface ChosenService extends Priced {
  readonly category: string;
  readonly unit_minutes: number;
  readonly slots: number;
}

/** Facts about the person and the service that a choice depends on. */
export interface SelectionContext {
  readonly has_limitations: boolean;
  readonly booking_priority_end: number;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

/** A selection context with the end of the last bookable day, computed once for any number of slots. */
export interface SlotContext extends SelectionContext {
  readonly until: Temporal.Instant;
}

/** Adds the end of the last bookable day to a selection context (docs/product/booking.md#two-months). */
export function slotContext(context: SelectionContext): SlotContext {
  const { now, zone } = context;
  return { ...context, until: daySpan(lastBookableDay(now, zone), zone).to };
}

/** How many days can be booked, today included. */
export function bookableDays(now: Temporal.Instant, zone: string): number {
  return dayOf(now, zone).until(lastBookableDay(now, zone), { largestUnit: 'days' }).days + 1;
}

/** A slot's time in epoch milliseconds, which compare many times faster than instants. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const MINUTE = 60_000;
const startOf = (slot: ChosenSlot) => slot.starts_at.epochMilliseconds;
const byStart = (a: ChosenSlot, b: ChosenSlot) => startOf(a) - startOf(b);
const totalMinutes = (slots: readonly ChosenSlot[]) => slots.reduce((sum, slot) => sum + slot.duration, 0);

export function spanOf(slot: ChosenSlot): Span {
  const start = startOf(slot);
  return { start, end: start + slot.duration * MINUTE };
}

/** Whether a slot may follow another (docs/product/booking.md#consecutive-slots). */
export function follows(slot: Span, previous: Span): boolean {
  return slot.start >= previous.end && slot.start - previous.start <= MAX_START_GAP_MINUTES * MINUTE;
}

/** Whether slots, given in any order, follow each other. */
export function areConsecutive(slots: readonly ChosenSlot[]): boolean {
  const sorted = slots.map(spanOf).sort((a, b) => a.start - b.start);
  return sorted.every((slot, n) => {
    const previous = sorted[n - 1];
    return previous === undefined || follows(slot, previous);
  });
}

/** Why a slot cannot be chosen, regardless of other chosen ones; null when it can. */
export function unavailableReason(slot: ChosenSlot, service: ChosenService, context: SlotContext) {
  const start = startOf(slot);
  if (start <= context.now.epochMilliseconds) return 'past';
  if (start >= context.until.epochMilliseconds) return 'too_far';
  if (slot.service_category !== service.category || slot.duration !== service.unit_minutes)
    return 'other_service';
  if (slot.status !== 'available' && !slot.mine) return 'booked';
  return isRestricted(slot.starts_at, context, context.now) ? 'restricted' : null;
}
export type UnavailableReason = NonNullable<ReturnType<typeof unavailableReason>>;

/** The text of each reason. */
export const UNAVAILABLE_TEXTS: Readonly<Record<UnavailableReason, string>> = {
  past: PICKER.past,
  too_far: PICKER.tooFar,
  other_service: PICKER.otherService,
  booked: PICKER.booked,
  restricted: PICKER.restricted,
};

/** The price of a choice in credits; an incomplete unit counts in full (docs/product/booking.md#price). */
export function cost(service: ChosenService, slots: number, buyer: Buyer): number {
  return Math.ceil(slots / service.slots) * servicePrice(service, buyer);
}

/** The warning when credits and bank together are below the cost; null when they are enough. */
export function creditsWarning(balance: number, cost: number): string | null {
  if (balance >= cost) return null;
  return balance <= 0 ? CREDITS.none : CREDITS.missing(cost - balance);
}

export type SelectionReason =
  | UnavailableReason
  | 'empty'
  | 'duplicate'
  | 'too_long'
  | 'not_consecutive'
  | 'wrong_count'
  | 'not_enough_credits';

export interface SelectionProblem {
  readonly reason: SelectionReason;
  readonly text: string;
}

/** A valid choice: its slots by start, its span, its length in minutes and its price in credits. */
export interface Selection {
  readonly slots: readonly ChosenSlot[];
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly duration: number;
  readonly cost: number;
}

export interface SelectionInput extends SelectionContext {
  readonly slots: readonly ChosenSlot[];
  readonly service: ChosenService;
  readonly buyer: Buyer;
  /** Credits and bank together; left out where the balance does not matter. */
  readonly credits?: number;
}

function selectionProblems({
  slots,
  service,
  buyer,
  credits,
  ...chooser
}: SelectionInput): SelectionProblem[] {
  if (slots.length === 0) return [{ reason: 'empty', text: PICKER.empty }];
  const context = slotContext(chooser);
  const refusals = slots
    .map((slot) => unavailableReason(slot, service, context))
    .filter((reason) => reason !== null)
    .map((reason): SelectionProblem => ({ reason, text: UNAVAILABLE_TEXTS[reason] }));
  const problems = refusals.filter(
    (one, n) => refusals.findIndex(({ reason }) => reason === one.reason) === n,
  );
  if (new Set(slots.map(({ id }) => id)).size < slots.length) {
    problems.push({ reason: 'duplicate', text: PICKER.duplicate });
  } else if (!areConsecutive(slots))
    problems.push({ reason: 'not_consecutive', text: PICKER.notConsecutive });
  if (totalMinutes(slots) > MAX_SESSION_MINUTES) problems.push({ reason: 'too_long', text: PICKER.tooLong });
  if (slots.length % service.slots !== 0) {
    problems.push({ reason: 'wrong_count', text: PICKER.wrongCount(service.slots) });
  }
  const warning = credits === undefined ? null : creditsWarning(credits, cost(service, slots.length, buyer));
  if (warning) problems.push({ reason: 'not_enough_credits', text: warning });
  return problems;
}

/**
 * Checks a choice of slots, in the picker and on the server (docs/product/booking.md#selection). A refusal has the first
 * reason and its text, and all of them in `problems`.
 */
export function checkSelection(
  input: SelectionInput,
): Result<Selection, SelectionReason> & { readonly problems?: readonly SelectionProblem[] } {
  const problems = selectionProblems(input);
  const [first] = problems;
  if (first) {
    const refusal: Refusal<SelectionReason> = fail(first.reason, { detail: first.text });
    return { ...refusal, problems };
  }
  const slots = input.slots.toSorted(byStart);
  const [start, end] = [slots[0], slots.at(-1)];
  if (!start || !end) return fail('empty', { detail: PICKER.empty });
  return ok({
    slots,
    starts_at: start.starts_at,
    ends_at: end.starts_at.add({ minutes: end.duration }),
    duration: totalMinutes(slots),
    cost: cost(input.service, slots.length, input.buyer),
  });
}

/** What is left of a hold at `now`, in milliseconds (docs/product/booking.md#hold-expiry). */
export function holdState(
  hold: { readonly held_until: Temporal.Instant; readonly hold_extended: boolean },
  now: Temporal.Instant,
): { readonly live: boolean; readonly milliseconds: number; readonly extendable: boolean } {
  const milliseconds = Math.max(0, hold.held_until.epochMilliseconds - now.epochMilliseconds);
  const live = Temporal.Instant.compare(hold.held_until, now) > 0;
  return { live, milliseconds, extendable: live && !hold.hold_extended };
}

/** When a new hold ends, and an extended one. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}
export function extendedUntil(held_until: Temporal.Instant): Temporal.Instant {
  return held_until.add({ minutes: EXTENSION_MINUTES });
}

export type SessionLimit = 'session_limit' | 'concurrency_limit';

/** Whether one more session may be booked beside the upcoming ones (docs/product/booking.md#session-limits). */
export function checkSessionLimits(upcoming: number, concurrency: number): Result<true, SessionLimit> {
  if (upcoming >= MAX_UPCOMING_SESSIONS) return fail('session_limit', { detail: LIMITS.sessions });
  return upcoming >= concurrency ? fail('concurrency_limit', { detail: LIMITS.concurrency }) : ok(true);
}

/** What opens for somebody at a limit of sessions (docs/product/booking.md#session-limits). */
export function limitModal(
  reason: SessionLimit,
  { status, isAnnual, concurrency }: { status: string | null; isAnnual: boolean; concurrency: number },
): 'upsell-plans' | 'speed-limit' | 'plan-full' {
  const isPlanFull = reason === 'concurrency_limit' || concurrency <= MAX_UPCOMING_SESSIONS;
  if (status === 'subscriber' && isAnnual && isPlanFull) return 'upsell-plans';
  return reason === 'session_limit' ? 'speed-limit' : 'plan-full';
}
