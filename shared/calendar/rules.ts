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

/** A single slot that the musician offers beside the weekly hours. */
export interface Offer {
  readonly starts_at: Temporal.Instant;
  readonly unit_minutes: number;
  readonly category: string;
}

/** A slot to be stored. A holiday hides it: it counts for the musician's pay, but nobody can book it. */
export interface SlotSpan {
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly category: string;
  readonly slot_type: 'fixed' | 'flexible';
  readonly hidden: boolean;
}

export interface Hours {
  readonly weeklyHours: readonly WeeklyHour[];
  /** Days off in the zone, YYYY-MM-DD. */
  readonly holidays: readonly string[];
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
  hidden: boolean,
): SlotSpan {
  return { starts_at, ends_at: starts_at.add({ minutes: unit_minutes }), category, slot_type, hidden };
}

/**
 * The slots of `days` local days from `fromDate` on, by start (docs/product/calendar.md#slots). Each start, length and
 * category comes once, a fixed hour before an offer. A local time that the clocks skip yields none.
 */
export function slotsFor(
  hours: Hours & { readonly fromDate: Temporal.PlainDate; readonly days: number },
): SlotSpan[] {
  const { weeklyHours, offers, zone, fromDate, days } = hours;
  const holidays = new Set(hours.holidays);
  const byKey = new Map<string, SlotSpan>();
  const add = (slot: SlotSpan) => {
    const key = `${slot.starts_at.epochMilliseconds} ${slot.ends_at.epochMilliseconds} ${slot.category}`;
    if (!byKey.has(key)) byKey.set(key, slot);
  };
  for (let n = 0; n < days; n += 1) {
    const date = fromDate.add({ days: n });
    const hidden = holidays.has(date.toString());
    for (const hour of weeklyHours) {
      if (hour.weekday !== date.dayOfWeek) continue;
      const starts = instantOf(date.toPlainDateTime(Temporal.PlainTime.from(hour.from)), zone);
      if (starts) add(span(starts, hour, 'fixed', hidden));
    }
  }
  const until = fromDate.add({ days });
  for (const offer of offers) {
    const date = offer.starts_at.toZonedDateTimeISO(zone).toPlainDate();
    const inside =
      Temporal.PlainDate.compare(date, fromDate) >= 0 && Temporal.PlainDate.compare(date, until) < 0;
    if (inside) add(span(offer.starts_at, offer, 'flexible', holidays.has(date.toString())));
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

/**
 * Whether hours and holidays still give a slot that has just become free (docs/product/calendar.md#freed-slots).
 * @planned
 */
export function isInSchedule(slot: Omit<SlotSpan, 'hidden' | 'slot_type'>, hours: Hours): boolean {
  const fromDate = slot.starts_at.toZonedDateTimeISO(hours.zone).toPlainDate();
  return slotsFor({ ...hours, fromDate, days: 1 }).some(
    (other) =>
      !other.hidden &&
      other.category === slot.category &&
      other.starts_at.equals(slot.starts_at) &&
      other.ends_at.equals(slot.ends_at),
  );
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
