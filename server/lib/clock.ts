/** The source of now; nothing else on the server reads a clock (docs/decisions/0056-now-comes-from-the-context.md). */
export interface Clock {
  now(): Temporal.Instant;
}

/** The machine's clock in whole milliseconds, as PostgreSQL and the wire store them. */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
};

/** The machine's clock plus an offset in milliseconds; for tests. */
export interface OffsetClock extends Clock {
  offset: number;
}

/** Makes a movable clock, at first equal to the machine's. */
export function offsetClock(): OffsetClock {
  const clock: OffsetClock = {
    offset: 0,
    now: () => Temporal.Instant.fromEpochMilliseconds(Date.now() + clock.offset),
  };
  return clock;
}
