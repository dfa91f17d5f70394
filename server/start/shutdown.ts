/** Thrown by `goOn` when a signal came while the server was starting. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** What was started, to be stopped in reverse, once, whoever asks first. */
export interface Shutdown {
  /** Notes how to undo what was just started. */
  add(undo: () => void | Promise<void>): void;
  /** Between two steps of the start: throws Interrupted when a signal has come. */
  goOn(): void;
  /** The start is over: from now on a signal stops the server at once. */
  started(): void;
  /** Undoes everything, last first; a failing one does not keep the others. */
  run(): Promise<void>;
}

const AT_ONCE = 130;

/**
 * Ends the process with 0 on the first SIGINT, SIGTERM or SIGHUP, or when the parent that forked it goes away,
 * after undoing what was started; a second signal ends it at once with 130.
 */
export function onSignals(say: (line: string) => void): Shutdown {
  const undos: (() => void | Promise<void>)[] = [];
  let running: Promise<void> | null = null;
  let isStarted = false;
  let asked = false;

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
    if (asked) {
      // Only what stops without waiting: the database gets its signal and finishes by itself.
      for (const undo of undos.splice(0).toReversed()) void Promise.resolve(undo()).catch(() => {});
      process.exit(AT_ONCE);
    }
    asked = true;
    say(isStarted ? 'Stopping: running requests are finished first …' : 'Stopping after this step …');
    if (isStarted) void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  if (process.channel !== undefined) {
    process.once('disconnect', () => {
      if (!asked) onSignal();
    });
  }

  return {
    add: (undo) => undos.push(undo),
    goOn() {
      if (asked) throw new Interrupted();
    },
    started() {
      isStarted = true;
      if (asked) void stop();
    },
    run,
  };
}
