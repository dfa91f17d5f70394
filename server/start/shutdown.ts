/** Thrown by `throwIfInterrupted` when a signal came during the start. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Started things, stopped once and in reverse order. */
export interface Shutdown {
  /** Registers how to stop what was just started. */
  add(undo: () => void | Promise<void>): void;
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
  const undos: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let isStarted = false;
  let signaled = false;

  const undoAll = async (): Promise<void> => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        say(`Not stopped cleanly: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const run = (): Promise<void> => (running ??= undoAll());

  const stop = async (): Promise<void> => {
    await run();
    process.exit(0);
  };
  const onSignal = (): void => {
    if (signaled) {
      // Only what needs no waiting: the database finishes by itself after its signal.
      for (const undo of undos.splice(0).toReversed()) void Promise.resolve(undo()).catch(() => {});
      process.exit(IMMEDIATELY);
    }
    signaled = true;
    say(isStarted ? 'Stopping: running requests are finished first …' : 'Stopping after this step …');
    if (isStarted) void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.channel !== undefined) {
    process.once('disconnect', () => {
      if (!signaled) onSignal();
    });
  }

  return {
    add: (undo) => undos.push(undo),
    throwIfInterrupted() {
      if (signaled) throw new Interrupted();
    },
    started() {
      isStarted = true;
      if (signaled) void stop();
    },
    run,
  };
}
