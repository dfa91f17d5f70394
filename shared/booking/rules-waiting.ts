import type { SlotSpan } from '../calendar/rules.ts';
import type { TimeSpan } from '../calendar/rules-openings.ts';
import { hoursOfDay, joinSpans } from '../explore/rules-filters.ts';
import { type Result, fail, ok } from '../lib/result.ts';
import { dayOf } from '../lib/time.ts';
import { follows, MAX_START_GAP_MINUTES } from './rules.ts';

/** The numbers of the waiting list (docs/product/waiting-list.md). */
export const MAX_WAITS = 10;
export const OFFER_MINUTES = 30;
/** What is left of the time to book after the offer has run out. */
export const NOTICE_MINUTES = 30;
/** So many offers in a row that nobody answers end a wait. */
export const MAX_UNANSWERED = 3;
/** At the latest after so many minutes a line is looked at again: time alone lets some times be booked. */
export const LOOK_AGAIN_MINUTES = 5;

/** The times that somebody waits for: weekdays (Monday is 1), and hours of each (HH:mm) in their zone. */
export interface WaitingTimes {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

/** A free slot. */
export interface FreeSlot extends Pick<SlotSpan, 'starts_at' | 'ends_at' | 'category'> {
  readonly id: string;
}

/** What a booking of a service takes: slots of a category and a length in minutes, so many in a row. */
export interface WaitingService {
  readonly category: string;
  readonly unit_minutes: number;
  readonly slots: number;
}

const MINUTE = 60_000;
const spanOf = ({ starts_at, ends_at }: Pick<FreeSlot, 'starts_at' | 'ends_at'>) => ({
  start: starts_at.epochMilliseconds,
  end: ends_at.epochMilliseconds,
});

/** Weekdays as the bits of a number, Monday the lowest; and back. */
export function dayBits(days: readonly number[]): number {
  return days.reduce((bits, day) => bits | (1 << (day - 1)), 0);
}
export function daysOf(bits: number): number[] {
  return [1, 2, 3, 4, 5, 6, 7].filter((day) => (bits & (1 << (day - 1))) !== 0);
}

/** When a new offer ends, and the earliest start of a time that is offered. */
export function offerUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: OFFER_MINUTES });
}
export function firstOffered(now: Temporal.Instant): Temporal.Instant {
  return now.add({ minutes: OFFER_MINUTES + NOTICE_MINUTES });
}

/** The hours that somebody waits for, from the day before an instant to the day after another, in epoch milliseconds. */
function waitedSpans(
  { days, from, to, zone }: WaitingTimes,
  first: Temporal.Instant,
  last: Temporal.Instant,
) {
  const hours = { from: Temporal.PlainTime.from(from), to: Temporal.PlainTime.from(to) };
  const until = dayOf(last, zone).add({ days: 1 });
  const spans: TimeSpan[] = [];
  for (
    let day = dayOf(first, zone).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, until) <= 0;
    day = day.add({ days: 1 })
  )
    if (days.includes(day.dayOfWeek)) spans.push(hoursOfDay(day, hours, zone));
  return joinSpans(spans).map((span) => spanOf({ starts_at: span.from, ends_at: span.to }));
}

/**
 * The bookings, sorted by start, that lie as a whole in the hours that somebody waits for
 * (docs/product/waiting-list.md#days-and-hours).
 */
export function fittingRuns<S extends Pick<FreeSlot, 'starts_at' | 'ends_at'>>(
  runs: readonly (readonly S[])[],
  times: WaitingTimes,
): (readonly S[])[] {
  const [first, last] = [runs[0]?.[0], runs.at(-1)?.[0]];
  if (first === undefined || last === undefined) return [];
  // A line may be long, and so may be the free times: both are walked through once.
  const spans = waitedSpans(times, first.starts_at, last.starts_at);
  let at = 0;
  return runs.filter((run) => {
    const start = run[0]?.starts_at.epochMilliseconds ?? 0;
    const end = run.at(-1)?.ends_at.epochMilliseconds ?? 0;
    while ((spans[at]?.end ?? Infinity) <= start) at += 1;
    const span = spans[at];
    return span !== undefined && span.start <= start && end <= span.end;
  });
}

/** The bookings of a service that free slots, sorted by start, allow: each the slots that one takes, by start. */
export function freeRuns<S extends FreeSlot>(
  free: readonly S[],
  { category, unit_minutes, slots }: WaitingService,
): S[][] {
  const fitting = free
    .map((slot) => ({ slot, span: spanOf(slot) }))
    .filter(
      ({ slot, span }) => slot.category === category && span.end - span.start === unit_minutes * MINUTE,
    );
  return fitting.flatMap((first, n) => {
    const run = [first];
    for (let next = n + 1, last = first; run.length < slots; next += 1) {
      const candidate = fitting[next];
      if (candidate === undefined || candidate.span.start - last.span.start > MAX_START_GAP_MINUTES * MINUTE)
        break;
      if (!follows(candidate.span, last.span)) continue;
      run.push(candidate);
      last = candidate;
    }
    return run.length === slots ? [run.map(({ slot }) => slot)] : [];
  });
}

/** Whether one more wait may begin beside the open ones. */
export function checkWaits(open: number): Result<true, 'too_many_waits'> {
  return open >= MAX_WAITS ? fail('too_many_waits') : ok(true);
}

/** Whether a wait ends with an offer that ran out: `endings` are those of its offers, the newest first. */
export function isUnanswered(endings: readonly string[]): boolean {
  const answered = endings.findIndex((ended) => ended === 'declined' || ended === 'accepted');
  const unanswered = (answered === -1 ? endings : endings.slice(0, answered)).filter(
    (ended) => ended === 'expired',
  );
  return unanswered.length >= MAX_UNANSWERED;
}
