import { setTimeout as wait } from 'node:timers/promises';

/** While there are requests, work takes one part of the time in this many. */
const PARTS = 20;
const LONGEST_PAUSE_MS = 2000;
/** How often it looks whether requests have ended. */
const STEP_MS = 20;

/** Runs work that gives way to requests. */
export interface Pace {
  /** Runs `work`, then waits many times as long as it took, at most 2 s, while there are requests. */
  run(work: () => Promise<void>): Promise<void>;
  /** No more pauses. */
  stop(): void;
}

/** A stopwatch and its waits, in milliseconds. */
interface Stopwatch {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/** A pace that gives way while `isBusy`. */
export function createPace(
  isBusy: () => boolean,
  time: Stopwatch = { now: () => performance.now(), wait },
): Pace {
  const stopping = { now: false };
  return {
    async run(work) {
      const begun = time.now();
      try {
        await work();
      } finally {
        const took = time.now() - begun;
        const pause = Math.min(took * (PARTS - 1), LONGEST_PAUSE_MS);
        for (let waited = 0; waited < pause && isBusy() && !stopping.now; waited += STEP_MS)
          await time.wait(STEP_MS);
      }
    },
    stop() {
      stopping.now = true;
    },
  };
}
