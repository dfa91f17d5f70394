import { weekdayName } from '../lib/day-names.ts';
import { isInForce, type DatedHour, type WeeklyHour } from './rules.ts';

/** A category and length of slots that a musician's services need. */
export interface SlotKind {
  readonly category: string;
  readonly unit_minutes: number;
}

/** Weekly hours that are in force together, from a day until another (exclusive; null: for good). */
export interface HoursVersion {
  readonly valid_from: string;
  readonly valid_until: string | null;
  readonly hours: readonly WeeklyHour[];
}

const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** Whether the musician's services need slots of this kind. */
export function isNeeded({ category, unit_minutes }: SlotKind, kinds: readonly SlotKind[]): boolean {
  return kinds.some((kind) => kind.category === category && kind.unit_minutes === unit_minutes);
}

/** The minutes of a time of day, HH:mm. */
export function minutesOf(time: string): number {
  const { hour, minute } = Temporal.PlainTime.from(time);
  return hour * 60 + minute;
}

/** A minute of the day as HH:mm; 24:00 is 00:00. */
export function timeOf(minute: number): string {
  const at = ((minute % DAY) + DAY) % DAY;
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
}

/**
 * Hours after new ones were saved from a day on: what is in force on that day ends, all later versions are replaced
 * (docs/product/calendar.md#weekly-hours).
 */
export function replaceHours(
  current: readonly DatedHour[],
  { valid_from, hours }: { readonly valid_from: string; readonly hours: readonly WeeklyHour[] },
): DatedHour[] {
  const earlier = current
    .filter((hour) => hour.valid_from < valid_from)
    .map((hour) => (isInForce(hour, valid_from) ? { ...hour, valid_until: valid_from } : hour));
  const added = hours.map(({ weekday, from, unit_minutes, category }) => ({
    weekday,
    from,
    unit_minutes,
    category,
    valid_from,
    valid_until: null,
  }));
  return [...earlier, ...added];
}

/** The versions in force from a day on, in order; the first is in force on that day, also when it is empty. */
export function versionsFrom(hours: readonly DatedHour[], day: string): HoursVersion[] {
  const bounds = hours.flatMap(({ valid_from, valid_until }) => [valid_from, valid_until ?? valid_from]);
  const starts = [day, ...new Set(bounds.filter((bound) => bound > day))].toSorted();
  return starts.map((start, n) => ({
    valid_from: start,
    valid_until: starts[n + 1] ?? null,
    hours: hours
      .filter((hour) => isInForce(hour, start))
      .map(({ weekday, from, unit_minutes, category }) => ({
        weekday,
        from: from.slice(0, 5),
        unit_minutes,
        category,
      }))
      .toSorted((a, b) => startOf(a) - startOf(b) || a.category.localeCompare(b.category)),
  }));
}

const startOf = ({ weekday, from }: WeeklyHour): number => (weekday - 1) * DAY + minutesOf(from);

/** Two hours of one category that overlap, on the week as a circle; null if none do. */
export function overlapOf(hours: readonly WeeklyHour[]): readonly [WeeklyHour, WeeklyHour] | null {
  for (const same of Map.groupBy(hours, ({ category }) => category).values()) {
    const sorted = same.toSorted((a, b) => startOf(a) - startOf(b));
    for (const [n, hour] of sorted.entries()) {
      const next = sorted[(n + 1) % sorted.length];
      if (next === undefined || next === hour) continue;
      const gap = (startOf(next) - startOf(hour) + WEEK) % WEEK;
      if (gap < hour.unit_minutes) return [hour, next];
    }
  }
  return null;
}

/** "Monday 10:00 to 10:30". */
export function hourName({ weekday, from, unit_minutes }: WeeklyHour): string {
  return `${weekdayName({ dayOfWeek: weekday })} ${from.slice(0, 5)} to ${timeOf(minutesOf(from) + unit_minutes)}`;
}
