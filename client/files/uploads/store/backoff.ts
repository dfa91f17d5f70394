const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 10_000;

/** The pause in milliseconds before a try, counted from 0: a second, doubled each time up to ten. */
export function delayBefore(tries: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(tries, 10));
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
  function retryNow(): void {
    stop?.();
    stop = undefined;
    const all = [...waiting];
    waiting.clear();
    for (const run of all) run();
  }

  function wait(run: () => void): void {
    waiting.add(run);
    if (stop !== undefined) return;
    stop = later(delayBefore(tries), retryNow);
    tries += 1;
  }

  return {
    wait,
    retryNow,
    /** Makes the next pause short again, once something came through. */
    reset(): void {
      tries = 0;
    },
    /** Runs a call until it succeeds or is refused; null when `isOver` ends it between two tries. */
    async until<T>(
      run: () => Promise<T>,
      isUnavailable: (error: unknown) => boolean,
      isOver: () => boolean,
    ): Promise<T | null> {
      for (;;) {
        if (isOver()) return null;
        try {
          return await run();
        } catch (error) {
          if (!isUnavailable(error)) throw error;
          await new Promise<void>((resolve) => wait(resolve));
        }
      }
    },
  };
}
export type Backoff = ReturnType<typeof createBackoff>;
