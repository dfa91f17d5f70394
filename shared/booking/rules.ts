import { isRestricted } from '../calendar/rules.ts';
import { type Buyer, type Priced, servicePrice } from '../catalogue/rules.ts';
import { type Refusal, type Result, fail, ok } from '../lib/result.ts';
import { daySpan, twoMonthsOn } from '../lib/time.ts';
import { CREDITS, LIMITS, PICKER } from './texts.ts';

/** Which slots make a session, what they cost, and how long they are held (part 2 section 5; decisions 3 and 4). */
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
  /** In the chooser's own live hold: theirs to choose again. */
  readonly mine?: boolean;
}

export interface ChosenService extends Priced {
  readonly category: string;
  readonly unit_minutes: number;
  readonly slots: number;
}

/** Who chooses, when, where. */
export interface Chooser {
  readonly has_limitations: boolean;
  readonly booking_priority_end: number;
  readonly zone: string;
  readonly now: Temporal.Instant;
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);
const byStart = (a: ChosenSlot, b: ChosenSlot) => compare(a.starts_at, b.starts_at);
const endOf = (slot: ChosenSlot) => slot.starts_at.add({ minutes: slot.duration });
const total = (slots: readonly ChosenSlot[]) => slots.reduce((sum, slot) => sum + slot.duration, 0);

/** Whether a slot may follow another: it starts at most 80 minutes after its start and not before its end. */
export function follows(slot: ChosenSlot, previous: ChosenSlot): boolean {
  const latest = previous.starts_at.add({ minutes: MAX_START_GAP_MINUTES });
  return compare(slot.starts_at, endOf(previous)) >= 0 && compare(slot.starts_at, latest) <= 0;
}

/** Whether slots, in whatever order, follow each other as instants. */
export function areConsecutive(slots: readonly ChosenSlot[]): boolean {
  const sorted = slots.toSorted(byStart);
  return sorted.every((slot, n) => {
    const previous = sorted[n - 1];
    return previous === undefined || follows(slot, previous);
  });
}

/** Why one slot cannot be taken by the chooser at `now`, whatever else is chosen; null when it can. */
export function slotObstacle(slot: ChosenSlot, service: ChosenService, chooser: Chooser) {
  const { now, zone } = chooser;
  if (compare(slot.starts_at, now) <= 0) return 'past';
  if (compare(slot.starts_at, daySpan(twoMonthsOn(now, zone), zone).to) >= 0) return 'too_far';
  if (slot.service_category !== service.category || slot.duration !== service.unit_minutes)
    return 'other_service';
  if (slot.status !== 'available' && !slot.mine) return 'booked';
  return isRestricted(slot.starts_at, chooser, now) ? 'restricted' : null;
}

const OBSTACLES = {
  past: PICKER.past,
  too_far: PICKER.tooFar,
  other_service: PICKER.otherService,
  booked: PICKER.booked,
  restricted: PICKER.restricted,
} as const;

/** The credits of a choice: the service's price for each multiple of its slots, a begun one in full. */
export function cost(service: ChosenService, slots: number, buyer: Buyer): number {
  return Math.ceil(slots / service.slots) * servicePrice(service, buyer);
}

/** The warning when credits and bank together are below the cost; null when they are enough (part 2 section 5). */
export function creditsWarning(balance: number, cost: number): string | null {
  if (balance >= cost) return null;
  return balance <= 0 ? CREDITS.none : CREDITS.missing(cost - balance);
}

export type SelectionReason =
  | keyof typeof OBSTACLES
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

/** A choice that fits: its slots by start, its span, its length in minutes and its price in credits. */
export interface Selection {
  readonly slots: readonly ChosenSlot[];
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly duration: number;
  readonly cost: number;
}

export interface SelectionInput extends Chooser {
  readonly slots: readonly ChosenSlot[];
  readonly service: ChosenService;
  readonly buyer: Buyer;
  /** Credits and bank together; left out where a hold may be made without them. */
  readonly credits?: number;
}

function problemsOf({ slots, service, buyer, credits, ...chooser }: SelectionInput): SelectionProblem[] {
  if (slots.length === 0) return [{ reason: 'empty', text: PICKER.empty }];
  const found = slots
    .map((slot) => slotObstacle(slot, service, chooser))
    .filter((reason) => reason !== null)
    .map((reason): SelectionProblem => ({ reason, text: OBSTACLES[reason] }));
  const problems = found.filter((one, n) => found.findIndex(({ reason }) => reason === one.reason) === n);
  if (new Set(slots.map(({ id }) => id)).size < slots.length) {
    problems.push({ reason: 'duplicate', text: PICKER.duplicate });
  } else if (!areConsecutive(slots))
    problems.push({ reason: 'not_consecutive', text: PICKER.notConsecutive });
  if (total(slots) > MAX_SESSION_MINUTES) problems.push({ reason: 'too_long', text: PICKER.tooLong });
  if (slots.length % service.slots !== 0) {
    problems.push({ reason: 'wrong_count', text: PICKER.wrongCount(service.slots) });
  }
  const warning = credits === undefined ? null : creditsWarning(credits, cost(service, slots.length, buyer));
  if (warning) problems.push({ reason: 'not_enough_credits', text: warning });
  return problems;
}

/**
 * Judges a choice of slots by every rule of part 2 section 5: the picker's warning and the server's gate.
 * A refusal carries the first reason and its text, and all of them in `problems`.
 */
export function judgeSelection(
  input: SelectionInput,
): Result<Selection, SelectionReason> & { readonly problems?: readonly SelectionProblem[] } {
  const problems = problemsOf(input);
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
    ends_at: endOf(end),
    duration: total(slots),
    cost: cost(input.service, slots.length, input.buyer),
  });
}

export type SlotState = 'free' | 'mine' | 'booked' | 'restricted' | 'past' | 'not-adjacent';

/** How the picker draws a slot beside those chosen, with the words for why. `mine` is a chosen one. */
export function selectable(
  slot: ChosenSlot,
  chosen: readonly ChosenSlot[],
  service: ChosenService,
  chooser: Chooser,
): { readonly state: SlotState; readonly why: string } {
  if (chosen.some(({ id }) => id === slot.id)) return { state: 'mine', why: PICKER.mine };
  const obstacle = slotObstacle(slot, service, chooser);
  if (obstacle === 'booked' || obstacle === 'restricted' || obstacle === 'past') {
    return { state: obstacle, why: OBSTACLES[obstacle] };
  }
  if (obstacle) return { state: 'not-adjacent', why: OBSTACLES[obstacle] };
  if (!areConsecutive([...chosen, slot])) return { state: 'not-adjacent', why: PICKER.notAdjacent };
  if (total([...chosen, slot]) > MAX_SESSION_MINUTES) return { state: 'not-adjacent', why: PICKER.tooLong };
  return { state: 'free', why: PICKER.free };
}

/** The service's own number of free slots in a row from `first` on, or null when they are not all there. */
export function runFrom(
  first: ChosenSlot,
  all: readonly ChosenSlot[],
  service: ChosenService,
  chooser: Chooser,
): readonly ChosenSlot[] | null {
  const run: ChosenSlot[] = [];
  for (const slot of all.toSorted(byStart)) {
    if (run.length === service.slots) break;
    if (slotObstacle(slot, service, chooser) !== null) continue;
    const last = run.at(-1);
    if (last ? follows(slot, last) : slot.id === first.id) run.push(slot);
  }
  return run.length === service.slots ? run : null;
}

/** What is left of a hold at `now`: an expired one is over at the instant it expires (decisions 4). */
export function holdState(
  hold: { readonly held_until: Temporal.Instant; readonly hold_extended: boolean },
  now: Temporal.Instant,
): { readonly live: boolean; readonly milliseconds: number; readonly extendable: boolean } {
  const milliseconds = Math.max(0, hold.held_until.epochMilliseconds - now.epochMilliseconds);
  const live = compare(hold.held_until, now) > 0;
  return { live, milliseconds, extendable: live && !hold.hold_extended };
}

/** Until when a new hold lasts, and an extended one. */
export function holdUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: HOLD_MINUTES });
}
export function extendedUntil(held_until: Temporal.Instant): Temporal.Instant {
  return held_until.add({ minutes: EXTENSION_MINUTES });
}

/** Whether one more session fits beside the upcoming ones; holds do not count (decisions 4). */
export function judgeLimits(
  upcoming: number,
  concurrency: number,
): Result<true, 'session_limit' | 'concurrency_limit'> {
  if (upcoming >= MAX_UPCOMING_SESSIONS) return fail('session_limit', { detail: LIMITS.sessions });
  return upcoming >= concurrency ? fail('concurrency_limit', { detail: LIMITS.concurrency }) : ok(true);
}
