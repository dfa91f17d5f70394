/** Quarters of an hour in the ring that `musician_openings.starts` is: 72 days (docs/product/explore.md#how-free-time-is-found). */
export const RING = 72 * 96;

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

/** An uninterrupted stretch of time, `[from, to)`. */
export interface TimeSpan {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** A kind of booking: slots of one length, so many in a row. */
export interface BookingKind {
  readonly unit_minutes: number;
  readonly slots: number;
}

/** What bounds a booking's slots: all begin after `now`, the last one at `lastStart` at the latest. */
export interface BookingBounds {
  readonly now: Temporal.Instant;
  readonly lastStart: Temporal.Instant;
}

/**
 * The quarters of an hour at which a booking may begin so that it lies as a whole within one of the spans, as the bits of
 * the ring in hexadecimal digits. Spans reach at most 70 days beyond `now`.
 */
export function openingMask(
  spans: readonly TimeSpan[],
  { unit_minutes, slots }: BookingKind,
  { now, lastStart }: BookingBounds,
): string {
  const length = unit_minutes * slots * MINUTE;
  const latest = lastStart.epochMilliseconds - (slots - 1) * unit_minutes * MINUTE;
  const digits = new Uint8Array(RING / 4);
  for (const { from, to } of spans) {
    const first = Math.max(from.epochMilliseconds, now.epochMilliseconds + 1);
    const last = Math.floor(Math.min(to.epochMilliseconds - length, latest) / QUARTER);
    for (let quarter = Math.ceil(first / QUARTER); quarter <= last; quarter += 1) {
      const bit = quarter % RING;
      digits[bit >> 2] = (digits[bit >> 2] ?? 0) | (8 >> (bit & 3));
    }
  }
  return Array.from(digits, (digit) => digit.toString(16)).join('');
}

/** Hexadecimal digits of a day's quarters. */
const DAY = 24;
/** Days that a summary of openings reads as one. */
const SUMMED = 8;

/** Days of the ring in a row. */
export interface RingDays {
  readonly first: number;
  readonly count: number;
}

/** The days of the ring with a bit in one of the masks, in order. */
export function touchedDays(masks: readonly string[]): RingDays[] {
  const runs: { first: number; count: number }[] = [];
  for (let day = 0; day < RING / 96; day += 1) {
    if (masks.every((mask) => /^0*$/.test(mask.slice(day * DAY, (day + 1) * DAY)))) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.count === day) last.count += 1;
    else runs.push({ first: day, count: 1 });
  }
  return runs;
}

/**
 * A mask for summaries of openings, in which eight days are one: quarters wanted on `any` of the eight, without which
 * nothing fits, and those wanted on all of them (`whole`), with which something does.
 */
export function summaryMasks(mask: string): { any: string; whole: string } {
  let [any, whole] = ['', ''];
  for (let begin = 0; begin < mask.length; begin += SUMMED * DAY) {
    for (let digit = begin; digit < begin + DAY; digit += 1) {
      let [some, all] = [0, 15];
      for (let day = 0; day < SUMMED; day += 1) {
        const quarters = Number.parseInt(mask[digit + day * DAY] ?? '0', 16);
        some |= quarters;
        all &= quarters;
      }
      any += some.toString(16);
      whole += all.toString(16);
    }
  }
  return { any, whole };
}
