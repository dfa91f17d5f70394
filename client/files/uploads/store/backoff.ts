const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** The pause in milliseconds before a try, counted from 0: a second, doubled each time up to ten. */
export function pauseBefore(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
}

/**
 * Retries while the connection is unavailable. All callers share one pause, so that a recovering server is not
 * overrun.
 */
export function createBackoff(later: (ms: number, run: () => void) => () => void) {
  const waiting = new Set<() => void>();
  let stop: (() => void) | undefined;
  let tries = 0;

  /** Ends the pause; everyone tries again now. */
  function wake(): void {
    stop?.();
    stop = undefined;
    const all = [...waiting];
    waiting.clear();
    for (const run of all) run();
  }

  function wait(run: () => void): void {
    waiting.add(run);
    if (stop !== undefined) return;
    stop = later(pauseBefore(tries), wake);
    tries += 1;
  }

  return {
    wait,
    wake,
    /** Makes the next pause short again, once something came through. */
    reset(): void {
      tries = 0;
    },
    /** Runs a call until it succeeds or is refused; null when `isOver` ends it between two tries. */
    async until<T>(
      run: () => Promise<T>,
      isAway: (error: unknown) => boolean,
      isOver: () => boolean,
    ): Promise<T | null> {
      for (;;) {
        if (isOver()) return null;
        try {
          return await run();
        } catch (error) {
          if (!isAway(error)) throw error;
          await new Promise<void>((resolve) => wait(resolve));
        }
      }
    },
  };
}
export type Backoff = ReturnType<typeof createBackoff>;
