/** Where now comes from. Verbs read it once through ctx; nothing else on the server reads a clock. */
export interface Clock {
  now(): Temporal.Instant;
}

/** The machine's clock, in whole milliseconds as PostgreSQL and the wire keep them. */
export const systemClock: Clock = {
  now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
};

/** A clock that runs with the machine's but `offset` milliseconds away; tests move it. */
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

/** A clock that stands still until a test sets it. */
export interface FixedClock extends Clock {
  instant: Temporal.Instant;
  add(duration: Temporal.DurationLike): void;
}

/** Makes a standing clock, for tests that move time by hand. */
export function fixedClock(start: string): FixedClock {
  const clock: FixedClock = {
    instant: Temporal.Instant.from(start),
    now: () => clock.instant,
    add(duration) {
      clock.instant = clock.instant.add(duration);
    },
  };
  return clock;
}
