import { divideHalfUp } from './amounts.ts';

export interface Interval {
  readonly interval: string;
  readonly interval_count: number;
}

const DAY = 86_400;
const SECONDS: Readonly<Record<string, number>> = { day: DAY, week: 7 * DAY };

/** The anchor moved by a number of intervals; the 31st becomes a short month's last day and comes back. */
export function addIntervals(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const seconds = SECONDS[interval];
  if (seconds !== undefined) return anchor + seconds * interval_count * count;
  const at = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC');
  const amount = interval_count * count;
  const moved = at.add(interval === 'year' ? { years: amount } : { months: amount });
  return Math.floor(moved.epochMilliseconds / 1000);
}

/** The period that begins at or before an instant, counted from the anchor. */
export function periodAt(anchor: number, every: Interval, at: number): { start: number; end: number } {
  const length = addIntervals(anchor, every, 1) - anchor;
  let count = divideHalfUp(BigInt(at - anchor), BigInt(length));
  while (addIntervals(anchor, every, count) > at) count -= 1;
  while (addIntervals(anchor, every, count + 1) <= at) count += 1;
  return { start: addIntervals(anchor, every, count), end: addIntervals(anchor, every, count + 1) };
}
