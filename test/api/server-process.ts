import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_SERVER, isServerBuilt } from '../../scripts/build-server.ts';
import { childEnv } from './child.ts';
import { onThisMachine } from './busy.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
let main: string | undefined;
/** What people run, where it is built; else the sources. */
function mainFile(release: string): string {
  main ??= isServerBuilt() ? BUILT_SERVER : 'server/start/main.ts';
  return path.join(release, main);
}
const START_LIMIT_MS = 120_000;

/** The server as a child process, for lifecycle and end-to-end tests. */
export interface ServerProcess {
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Resolves when it is ready; rejects with its output if it ends. */
  ready(): Promise<void>;
  /** Resolves with its exit code after it ended and its output is complete. */
  exit(): Promise<number | null>;
  /** Sets its clock to the machine's plus `offsetMs`. */
  moveClock(offsetMs: number): Promise<void>;
  /** Ends it by a signal, SIGTERM by default. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts the server, or that of another release, with these variables only and a movable clock, at `offsetMs` first. */
export function startServer(
  env: Readonly<Record<string, string>>,
  {
    release = ROOT,
    offsetMs = 0,
  }: { readonly release?: string | undefined; readonly offsetMs?: number } = {},
): ServerProcess {
  const child = spawn(process.execPath, [mainFile(release)], {
    env: childEnv({ TALKBACK_TEST_CLOCK: String(offsetMs), ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('a server without its output');
  let output = '';
  const state = { ready: false };
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('message', (message: { type?: string }) => {
    if (message.type === 'ready') state.ready = true;
  });
  // Not `close`, which is missing after the IPC channel was cut.
  const closed = Promise.all([once(child, 'exit'), once(stdout, 'end'), once(stderr, 'end')]);
  const exit = async (): Promise<number | null> => {
    await closed;
    return child.exitCode;
  };
  return {
    process: child,
    output: () => output,
    exit,
    async ready() {
      const deadline = performance.now() + onThisMachine(START_LIMIT_MS);
      while (!state.ready) {
        if (child.exitCode !== null || child.signalCode !== null) {
          await closed;
          throw new Error(`the server ended: ${output}`);
        }
        if (performance.now() > deadline) throw new Error(`the server is not ready: ${output}`);
        await wait(20);
      }
    },
    async moveClock(offsetMs) {
      const moved = new Promise<void>((resolve) => {
        const heard = (message: { type?: string }): void => {
          if (message.type !== 'clock') return;
          child.off('message', heard);
          resolve();
        };
        child.on('message', heard);
      });
      child.send({ type: 'clock', offsetMs });
      await moved;
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exit();
    },
  };
}
