import { isOff, timeOffSpans, type Span, type TimeOff } from './rules-time-off.ts';

/** How far ahead slots are made (docs/product/calendar.md#slots). */
export const WEEKS_AHEAD = 9;
/** The most days that two months have: July and August, December and January. */
export const DAYS_AHEAD = 62;

/** A weekly fixed hour in the musician's zone: weekday 1 (Monday) to 7, `from` as HH:mm, a length in minutes. */
export interface WeeklyHour {
  readonly weekday: number;
  readonly from: string;
  readonly unit_minutes: number;
  readonly category: string;
}

/** A weekly hour that is in force from one local day until another (exclusive; null: for good), YYYY-MM-DD. */
export interface DatedHour extends WeeklyHour {
  readonly valid_from: string;
  readonly valid_until: string | null;
}

/** A single slot that the musician offers beside the weekly hours. */
export interface Offer {
  readonly starts_at: Temporal.Instant;
  readonly unit_minutes: number;
  readonly category: string;
}

/** A slot to be stored. Time off and busy times hide it: it counts for the musician's pay, but nobody can book it. */
export interface SlotSpan {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly slot_type: 'fixed' | 'flexible';
  readonly hidden: boolean;
}

export interface Hours {
  readonly weeklyHours: readonly DatedHour[];
  readonly timeOff: readonly TimeOff[];
  /** When other calendars are busy, each stretch once (docs/product/other-calendars.md#what-busy-times-do). */
  readonly busy: readonly Span[];
  readonly offers: readonly Offer[];
  readonly zone: string;
}

/** The instant of a local time: null when the clocks skip it, the first one when it comes twice. */
function instantOf(local: Temporal.PlainDateTime, zone: string): Temporal.Instant | null {
  const at = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return at.toPlainDateTime().equals(local) ? at.toInstant() : null;
}

function span(
  starts_at: Temporal.Instant,
  { unit_minutes, category }: { readonly unit_minutes: number; readonly category: string },
  slot_type: SlotSpan['slot_type'],
): SlotSpan {
  return { starts_at, ends_at: starts_at.add({ minutes: unit_minutes }), category, slot_type, hidden: false };
}

/** Whether an hour is in force on a local day, YYYY-MM-DD. */
export function isInForce(
  { valid_from, valid_until }: Omit<DatedHour, keyof WeeklyHour>,
  day: string,
): boolean {
  return valid_from <= day && (valid_until === null || day < valid_until);
}

/** What tells slots of one musician apart: start, end and category. */
export function slotKey(slot: Pick<SlotSpan, 'starts_at' | 'ends_at' | 'category'>): string {
  return `${slot.starts_at.epochMilliseconds} ${slot.ends_at.epochMilliseconds} ${slot.category}`;
}

/**
 * The slots of `days` local days from `fromDate` on, by start (docs/product/calendar.md#slots). Each start, length and
 * category comes once, a fixed hour before an offer. A local time that the clocks skip yields none.
 */
export function slotsFor(
  hours: Hours & { readonly fromDate: Temporal.PlainDate; readonly days: number },
): SlotSpan[] {
  const { weeklyHours, offers, timeOff, busy, zone, fromDate, days } = hours;
  const off = [...timeOffSpans(timeOff, { zone, fromDate, days }), ...busy];
  const byKey = new Map<string, SlotSpan>();
  const add = (slot: SlotSpan) => {
    const key = slotKey(slot);
    if (!byKey.has(key)) byKey.set(key, { ...slot, hidden: isOff(slot, off) });
  };
  for (let n = 0; n < days; n += 1) {
    const date = fromDate.add({ days: n });
    const day = date.toString();
    for (const hour of weeklyHours) {
      if (hour.weekday !== date.dayOfWeek || !isInForce(hour, day)) continue;
      const starts = instantOf(date.toPlainDateTime(Temporal.PlainTime.from(hour.from)), zone);
      if (starts) add(span(starts, hour, 'fixed'));
    }
  }
  const until = fromDate.add({ days });
  for (const offer of offers) {
    const date = offer.starts_at.toZonedDateTimeISO(zone).toPlainDate();
    const inside =
      Temporal.PlainDate.compare(date, fromDate) >= 0 && Temporal.PlainDate.compare(date, until) < 0;
    if (inside) add(span(offer.starts_at, offer, 'flexible'));
  }
  return [...byKey.values()].sort((a, b) => Temporal.Instant.compare(a.starts_at, b.starts_at));
}

/**
 * The days still to be filled so that slots reach 9 weeks from `today`, the musician's own day. `until` is the first
 * day without slots, null when there are none yet. `days` is 0 when nothing is missing.
 */
export function extendWindow(
  until: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): { readonly fromDate: Temporal.PlainDate; readonly days: number } {
  const end = today.add({ weeks: WEEKS_AHEAD });
  const fromDate = until && Temporal.PlainDate.compare(until, today) > 0 ? until : today;
  return { fromDate, days: Math.max(0, fromDate.until(end, { largestUnit: 'days' }).days) };
}

/** When a slot opens to everyone: `booking_priority_end` minutes before its start (docs/product/calendar.md#priority-window). */
export function opensAt(starts_at: Temporal.Instant, booking_priority_end: number): Temporal.Instant {
  return starts_at.subtract({ minutes: booking_priority_end });
}

/** Whether only people without limitations may take a slot at `now`. */
export function isRestricted(
  starts_at: Temporal.Instant,
  who: { readonly has_limitations: boolean; readonly booking_priority_end: number },
  now: Temporal.Instant,
): boolean {
  return (
    who.has_limitations && Temporal.Instant.compare(now, opensAt(starts_at, who.booking_priority_end)) < 0
  );
}
