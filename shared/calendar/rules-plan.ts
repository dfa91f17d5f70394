import { dayOf, startOfDay, startOfWeek } from '../lib/time.ts';
import { extendWindow, slotKey, slotsFor, type Hours, type SlotSpan } from './rules.ts';
import { isOff, timeOffSpans } from './rules-time-off.ts';

/** A stored slot with the live claim on it. */
export interface StoredSlot extends SlotSpan {
  readonly id: string;
  readonly claim: 'none' | 'held' | 'booked';
  readonly session_id: number | null;
}

/** What becomes of a musician's slots when their schedule changes. */
export interface SlotPlan {
  readonly add: readonly SlotSpan[];
  readonly remove: readonly StoredSlot[];
  readonly hide: readonly StoredSlot[];
  readonly show: readonly StoredSlot[];
}

/** The free slots of a calendar week, before and after. */
interface WeekEffect {
  /** Its Monday. */
  readonly week: string;
  readonly before: number;
  readonly after: number;
}

/** A booked or held stretch that the change would take away if it were free; it stays as it is. */
interface Stay {
  readonly session_id: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly claim: 'held' | 'booked';
}

/** What a change does, before it is saved. */
export interface Effect {
  readonly weeks: readonly WeekEffect[];
  readonly added: number;
  readonly removed: number;
  readonly hidden: number;
  readonly shown: number;
  readonly stays: readonly Stay[];
}

const compare = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b);
const isLater = (slot: SlotSpan, now: Temporal.Instant): boolean => compare(slot.starts_at, now) > 0;

/** Says of a slot whether a schedule gives it and whether time off or a busy time hides it; `given` are the slots of the next 9 weeks. */
function readerOf(hours: Hours, stored: readonly SlotSpan[], now: Temporal.Instant) {
  const { zone, timeOff, busy, offers } = hours;
  const { fromDate, days } = extendWindow(null, dayOf(now, zone));
  const fixed = slotsFor({ ...hours, offers: [], fromDate, days });
  const starts = [...stored, ...offers].map(({ starts_at }) => dayOf(starts_at, zone));
  const last = starts.reduce(
    (a, b) => (Temporal.PlainDate.compare(a, b) > 0 ? a : b),
    fromDate.add({ days }),
  );
  const count = fromDate.until(last, { largestUnit: 'days' }).days + 1;
  const off = [...timeOffSpans(timeOff, { zone, fromDate, days: count }), ...busy];
  const flexible = offers.map(({ starts_at, unit_minutes, category }): SlotSpan => {
    const slot = { starts_at, ends_at: starts_at.add({ minutes: unit_minutes }), category };
    return { ...slot, slot_type: 'flexible', hidden: isOff(slot, off) };
  });
  const fixedKeys = new Set(fixed.map(slotKey));
  const flexibleKeys = new Set(flexible.map(slotKey));
  return {
    given: [...fixed, ...flexible].filter((slot) => isLater(slot, now)),
    isGiven: (slot: SlotSpan): boolean =>
      (slot.slot_type === 'fixed' ? fixedKeys : flexibleKeys).has(slotKey(slot)),
    isOff: (slot: SlotSpan): boolean => isOff(slot, off),
  };
}

/**
 * What becomes of the stored slots under a schedule (docs/product/calendar.md#what-a-change-does): the one plan that
 * saving carries out and a preview shows. Booked slots, and those that have begun, stay as they are.
 */
export function planSlots(hours: Hours, stored: readonly StoredSlot[], now: Temporal.Instant): SlotPlan {
  const reader = readerOf(hours, stored, now);
  const open = stored.filter((slot) => slot.claim !== 'booked' && isLater(slot, now));
  const remove = open.filter((slot) => slot.claim === 'none' && !reader.isGiven(slot));
  const rest = open.filter((slot) => !remove.includes(slot));
  // A held slot that is no longer given is hidden: holds expire without a write, and it must not return.
  const shouldHide = (slot: SlotSpan): boolean => reader.isOff(slot) || !reader.isGiven(slot);
  const removed = new Set(remove);
  const existing = new Set(stored.filter((slot) => !removed.has(slot)).map(slotKey));
  const add = reader.given.filter((slot) => {
    const key = slotKey(slot);
    return !existing.has(key) && existing.add(key);
  });
  return {
    add,
    remove,
    hide: rest.filter((slot) => !slot.hidden && shouldHide(slot)),
    show: rest.filter((slot) => slot.hidden && !shouldHide(slot)),
  };
}

const isIn = (slot: SlotSpan, from: Temporal.Instant, to: Temporal.Instant): boolean =>
  compare(slot.starts_at, from) >= 0 && compare(slot.starts_at, to) < 0;

/** What a change from one schedule to another does to the next weeks. */
export function effectOf(
  { before, after }: { readonly before: Hours; readonly after: Hours },
  stored: readonly StoredSlot[],
  now: Temporal.Instant,
): Effect {
  const plan = planSlots(after, stored, now);
  const [gone, hidden, shown] = [plan.remove, plan.hide, plan.show].map((slots) => new Set<SlotSpan>(slots));
  const taken = stored.filter(({ claim }) => claim !== 'none');
  const isFree = (slot: SlotSpan): boolean =>
    !slot.hidden &&
    isLater(slot, now) &&
    !taken.some(
      (one) => compare(one.starts_at, slot.ends_at) < 0 && compare(slot.starts_at, one.ends_at) < 0,
    );
  const later = [
    ...stored
      .filter((slot) => !gone?.has(slot))
      .map((slot) => ({ ...slot, hidden: hidden?.has(slot) === true || (slot.hidden && !shown?.has(slot)) })),
    ...plan.add,
  ];
  const [was, is] = [stored.filter(isFree), later.filter(isFree)];
  const weeks = weeksAhead(now, after.zone).map((monday) => {
    const [from, to] = [monday, monday.add({ weeks: 1 })].map((day) => startOfDay(day, after.zone));
    const count = (slots: readonly SlotSpan[]) =>
      from && to ? slots.filter((slot) => isIn(slot, from, to)).length : 0;
    return { week: monday.toString(), before: count(was), after: count(is) };
  });
  return {
    weeks,
    added: plan.add.length,
    removed: plan.remove.length,
    hidden: plan.hide.length,
    shown: plan.show.length,
    stays: staysOf({ before, after }, stored, now),
  };
}

/** The Mondays of the weeks in which slots are made ahead: this week and those after it. */
export function weeksAhead(now: Temporal.Instant, zone: string): Temporal.PlainDate[] {
  const today = dayOf(now, zone);
  const { days } = extendWindow(null, today);
  const monday = startOfWeek(today);
  const count = Math.ceil((today.dayOfWeek - 1 + days) / 7);
  return Array.from({ length: count }, (_, n) => monday.add({ weeks: n }));
}

function staysOf(
  { before, after }: { readonly before: Hours; readonly after: Hours },
  stored: readonly StoredSlot[],
  now: Temporal.Instant,
): Stay[] {
  const [was, is] = [readerOf(before, stored, now), readerOf(after, stored, now)];
  const touched = stored
    .filter((slot) => isLater(slot, now))
    .filter((slot) => was.isGiven(slot) && !was.isOff(slot) && (is.isOff(slot) || !is.isGiven(slot)))
    .toSorted((a, b) => compare(a.starts_at, b.starts_at));
  const stays: Stay[] = [];
  for (const { session_id, claim, starts_at, ends_at } of touched) {
    if (session_id === null || claim === 'none') continue;
    const last = stays.findIndex((stay) => stay.session_id === session_id);
    const earlier = stays[last];
    if (earlier === undefined) stays.push({ session_id, starts_at, ends_at, claim });
    else stays[last] = { ...earlier, ends_at };
  }
  return stays;
}
