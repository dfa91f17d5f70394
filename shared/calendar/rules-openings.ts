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
