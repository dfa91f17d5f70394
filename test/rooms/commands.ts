import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../scripts/commands/run-command.ts';

/** What a command printed, and its exit code. */
export interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command of the operator as typed, in this process; `env` alone is its environment. */
export async function typeHere(
  env: Readonly<Record<string, string>>,
  typed: readonly string[],
): Promise<Done> {
  const stops: (() => void | Promise<void>)[] = [];
  const shutdown = {
    add: (stop: () => void | Promise<void>) => stops.push(stop),
    throwIfInterrupted: () => {},
    started: () => {},
    async run() {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
    },
  };
  let [out, err] = ['', ''];
  const before = process.env['INIT_CWD'];
  // Files that are typed are sought from here.
  if (env['INIT_CWD'] !== undefined) process.env['INIT_CWD'] = env['INIT_CWD'];
  try {
    const code = await runCommand(typed, {
      env,
      shutdown,
      print: (line) => (out += `${line}\n`),
      fail: (reason) => (err += `${String(reason)}\n`),
    });
    return { code, out, err };
  } finally {
    if (before === undefined) delete process.env['INIT_CWD'];
    else process.env['INIT_CWD'] = before;
  }
}

/** Types commands of the operator in the studio of a test's app, with a data folder of their own. */
export async function commandsOf(
  app: { readonly url: string },
  onCleanup: (end: () => Promise<void>) => void,
): Promise<(...typed: readonly string[]) => Promise<Done>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'talkback-commands-'));
  onCleanup(() => rm(dir, { recursive: true }));
  return (...typed) => typeHere({ DATABASE_URL: app.url, DATA_DIR: dir, PORT: '4000' }, typed);
}
