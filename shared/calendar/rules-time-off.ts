import { startOfDay } from '../lib/time.ts';

/**
 * Time off on local days, both included, YYYY-MM-DD. Without times whole days, with them (HH:mm) the same hours of each
 * day; one that is null is the day's start or end. `every_year`: again in each later year.
 */
export interface TimeOff {
  readonly from_day: string;
  readonly to_day: string;
  readonly from_time: string | null;
  readonly to_time: string | null;
  readonly every_year: boolean;
}

/** A stretch of time `[from, to)` in milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Days {
  readonly zone: string;
  readonly fromDate: Temporal.PlainDate;
  readonly days: number;
}

const compare = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b);

/**
 * The stretches of time off that can touch slots starting on `days` local days from `fromDate` on
 * (docs/product/calendar.md#time-off).
 */
export function timeOffSpans(timeOff: readonly TimeOff[], { zone, fromDate, days }: Days): Span[] {
  // A slot may run into the next day.
  const last = fromDate.add({ days });
  return timeOff.flatMap((off) =>
    occurrencesOf(off, fromDate, last).flatMap(([from, to]) => {
      const [first, end] = [later(from, fromDate), earlier(to, last)];
      if (off.from_time === null && off.to_time === null)
        return [spanOf(startOfDay(first, zone), startOfDay(end.add({ days: 1 }), zone))];
      const count = first.until(end, { largestUnit: 'days' }).days + 1;
      return Array.from({ length: count }, (_, n) => hoursOf(first.add({ days: n }), off, zone));
    }),
  );
}

/** Whether a slot overlaps one of the stretches. */
export function isOff(
  { starts_at, ends_at }: { readonly starts_at: Temporal.Instant; readonly ends_at: Temporal.Instant },
  spans: readonly Span[],
): boolean {
  return spans.some(({ from, to }) => from < ends_at.epochMilliseconds && starts_at.epochMilliseconds < to);
}

/** Stretches as few as possible that cover the same time, in order. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last === undefined || span.from > last.to) merged.push(span);
    else if (span.to > last.to) merged[merged.length - 1] = { from: last.from, to: span.to };
  }
  return merged;
}

/** First and last days of the occurrences that touch the days from `fromDate` to `last`. */
function occurrencesOf(
  off: TimeOff,
  fromDate: Temporal.PlainDate,
  last: Temporal.PlainDate,
): (readonly [Temporal.PlainDate, Temporal.PlainDate])[] {
  const [from, to] = [Temporal.PlainDate.from(off.from_day), Temporal.PlainDate.from(off.to_day)];
  const years = off.every_year ? Math.max(0, last.year - from.year) + 1 : 1;
  // 29 February is 28 February in years that do not have it.
  return Array.from(
    { length: years },
    (_, n) => [from.add({ years: n }), to.add({ years: n })] as const,
  ).filter(([start, end]) => compare(start, last) <= 0 && compare(end, fromDate) >= 0);
}

/** A day's hours off; where the clocks change it is never less than the hours named. */
function hoursOf(day: Temporal.PlainDate, { from_time, to_time }: TimeOff, zone: string): Span {
  const at = (time: string, disambiguation: 'compatible' | 'later') =>
    day.toPlainDateTime(Temporal.PlainTime.from(time)).toZonedDateTime(zone, { disambiguation }).toInstant();
  return spanOf(
    from_time === null ? startOfDay(day, zone) : at(from_time, 'compatible'),
    to_time === null ? startOfDay(day.add({ days: 1 }), zone) : at(to_time, 'later'),
  );
}

const spanOf = (from: Temporal.Instant, to: Temporal.Instant): Span => ({
  from: from.epochMilliseconds,
  to: to.epochMilliseconds,
});
const later = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (compare(a, b) > 0 ? a : b);
const earlier = (a: Temporal.PlainDate, b: Temporal.PlainDate) => (compare(a, b) < 0 ? a : b);
