/** Periods of a subscription: whole months or years from its first cycle on, in UTC (docs/product/paypal.md#periods). */
export interface Cycles {
  /** When the first cycle is charged. */
  readonly from: Temporal.Instant;
  readonly is_annual: boolean;
}

export interface Period {
  readonly start: Temporal.Instant;
  readonly end: Temporal.Instant;
}

/** PayPal may charge a cycle some hours before its time. */
const EARLY = { hours: 24 };

/** By how much PayPal's own times of the next charge may differ from whole periods. */
export const DRIFT = { hours: 72 };

/** When a cycle begins; the first is 0. A day that a month does not have is its last one. */
export function cycleStart({ from, is_annual }: Cycles, cycle: number): Temporal.Instant {
  const months = (is_annual ? 12 : 1) * cycle;
  return from.toZonedDateTimeISO('UTC').add({ months }).toInstant();
}

export const cyclePeriod = (cycles: Cycles, cycle: number): Period => ({
  start: cycleStart(cycles, cycle),
  end: cycleStart(cycles, cycle + 1),
});

/** The cycle that a charge at an instant pays; -1 before the first one. */
export function cycleAt(cycles: Cycles, at: Temporal.Instant): number {
  const latest = at.add(EARLY);
  let cycle = -1;
  while (Temporal.Instant.compare(cycleStart(cycles, cycle + 1), latest) <= 0) cycle += 1;
  return cycle;
}
