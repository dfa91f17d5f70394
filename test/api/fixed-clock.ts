import type { Clock } from '#server/lib/clock.ts';

/** A clock that stands still until set. */
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
