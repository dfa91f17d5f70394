const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 10_000;

/** The pause before a try, counted from 0: a second, then twice as long each time, at most ten. */
export function pauseBefore(tries: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));
}

/** Waits for a connection that is away. All who wait share one pause, so that whatever comes back is not run over. */
export function makePatience(later: (ms: number, run: () => void) => () => void) {
  const waiting = new Set<() => void>();
  let stop: (() => void) | undefined;
  let tries = 0;

  /** Everyone tries again now. */
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
    /** Something came through: pauses are short again. */
    calm(): void {
      tries = 0;
    },
    /** Runs a call until it answers or is refused; `over` ends it quietly between two tries. */
    async until<T>(
      run: () => Promise<T>,
      isAway: (error: unknown) => boolean,
      over: () => boolean,
    ): Promise<T | null> {
      for (;;) {
        if (over()) return null;
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
