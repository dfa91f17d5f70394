import type { TimeSpan } from '../calendar/rules-openings.ts';
import { dayOf, lastBookableDay } from '../lib/time.ts';

/** The time that somebody looks for, as in an address: what is missing does not narrow (docs/product/explore.md#time). */
export interface WantedTime {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
}

export const SORTS = ['studio', 'next-free', 'rating', 'name'] as const;
export type Sort = (typeof SORTS)[number];

/** How many words of a search count; further ones are left out. */
const MOST_WORDS = 6;

/** Whether a day or a time of day is given. */
export function isTimed({ start_date, end_date, start_time, end_time }: WantedTime): boolean {
  return [start_date, end_date, start_time, end_time].some((part) => part !== undefined);
}

/** The instant of a local time in a zone. Where the clocks skip it: when they do. Where it comes twice: as asked. */
function edge(local: Temporal.PlainDateTime, zone: string, twice: 'earlier' | 'later'): Temporal.Instant {
  const at = local.toZonedDateTime(zone, { disambiguation: twice });
  if (at.toPlainDateTime().equals(local)) return at.toInstant();
  const before = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return (before.getTimeZoneTransition('next') ?? before).toInstant();
}

const byDay = (a: Temporal.PlainDate, b: Temporal.PlainDate) => Temporal.PlainDate.compare(a, b);

/** The hours of one local day; those that end at their start or before it reach into the next day. */
export function hoursOfDay(
  day: Temporal.PlainDate,
  { from, to }: { readonly from: Temporal.PlainTime; readonly to: Temporal.PlainTime },
  zone: string,
): TimeSpan {
  const overnight = Temporal.PlainTime.compare(to, from) <= 0;
  return {
    from: edge(day.toPlainDateTime(from), zone, 'earlier'),
    to: edge((overnight ? day.add({ days: 1 }) : day).toPlainDateTime(to), zone, 'later'),
  };
}

/** Spans in order, without empty ones, those that touch joined. */
export function joinSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: { from: Temporal.Instant; to: Temporal.Instant }[] = [];
  for (const span of spans) {
    const previous = joined.at(-1);
    if (previous !== undefined && Temporal.Instant.compare(span.from, previous.to) <= 0)
      previous.to = span.to;
    else if (Temporal.Instant.compare(span.from, span.to) < 0) joined.push({ ...span });
  }
  return joined;
}

/**
 * The stretches of time that are looked for, in order, those that touch joined. The time range applies to each day of the
 * date range in the zone; one that ends at its start or before it reaches into the next day
 * (docs/product/explore.md#time). Only days from today to two months on count.
 */
export function wantedSpans(wanted: WantedTime, zone: string, now: Temporal.Instant): TimeSpan[] {
  const [today, furthest] = [dayOf(now, zone), lastBookableDay(now, zone)];
  const start = Temporal.PlainDate.from(wanted.start_date ?? today);
  const end = Temporal.PlainDate.from(wanted.end_date ?? furthest);
  const [first, last] = [byDay(start, today) < 0 ? today : start, byDay(end, furthest) > 0 ? furthest : end];
  const hours = {
    from: Temporal.PlainTime.from(wanted.start_time ?? '00:00'),
    to: Temporal.PlainTime.from(wanted.end_time ?? '00:00'),
  };
  const spans: TimeSpan[] = [];
  for (let day = first; byDay(day, last) <= 0; day = day.add({ days: 1 }))
    spans.push(hoursOfDay(day, hours, zone));
  return joinSpans(spans);
}

/** The words of a search, lower case without accents; none for blanks and signs. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
}
