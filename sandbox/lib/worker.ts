/** Repeats a step while it finds something to do, once more whenever it is woken. */
export interface Worker {
  readonly wake: () => void;
  /** Waits until there is nothing to do. */
  readonly idle: () => Promise<void>;
  readonly stop: () => void;
}

export function createWorker(step: () => Promise<boolean>, onFault: (error: unknown) => void): Worker {
  const state = { stopped: false, again: false };
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    while (state.again && !state.stopped) {
      state.again = false;
      try {
        while (!state.stopped && (await step())) state.again = true;
      } catch (error) {
        onFault(error);
      }
    }
  };
  return {
    wake: () => {
      state.again = true;
      if (state.stopped || running !== null) return;
      running = run().finally(() => {
        running = null;
      });
    },
    idle: async () => {
      await running;
    },
    stop: () => {
      state.stopped = true;
    },
  };
}
