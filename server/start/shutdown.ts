/** Thrown by `throwIfInterrupted` when a signal came during the start. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Started things, stopped once and in reverse order. */
export interface Shutdown {
  /** Registers how to stop what was just started. */
  add(stop: () => void | Promise<void>): void;
  /** Throws Interrupted when a signal has come; for use between two steps of the start. */
  throwIfInterrupted(): void;
  /** Ends the start: from now on a signal stops the server at once. */
  started(): void;
  /** Stops everything, last first; a failure does not keep the others from stopping. */
  run(): Promise<void>;
}

const IMMEDIATELY = 130;

/**
 * Stops everything and exits with 0 on SIGINT, SIGTERM, SIGHUP or when the parent is gone; a second signal exits at
 * once with 130.
 */
export function onSignals(say: (line: string) => void): Shutdown {
  const stops: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let isStarted = false;
  let signaled = false;

  const stopAll = async (): Promise<void> => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
      try {
        await stop();
      } catch (error) {
        say(`Not stopped cleanly: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const run = (): Promise<void> => (running ??= stopAll());

  const stopAndExit = async (): Promise<void> => {
    await run();
    process.exit(0);
  };
  const onSignal = (): void => {
    if (signaled) {
      // Only what needs no waiting: the database finishes by itself after its signal.
      for (const stop of stops.splice(0).toReversed()) void Promise.resolve(stop()).catch(() => {});
      process.exit(IMMEDIATELY);
    }
    signaled = true;
    say(isStarted ? 'Stopping: running requests are finished first …' : 'Stopping after this step …');
    if (isStarted) void stopAndExit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.channel !== undefined) {
    process.once('disconnect', () => {
      if (!signaled) onSignal();
    });
  }

  return {
    add: (stop) => stops.push(stop),
    throwIfInterrupted() {
      if (signaled) throw new Interrupted();
    },
    started() {
      isStarted = true;
      if (signaled) void stopAndExit();
    },
    run,
  };
}
