import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const START_LIMIT_MS = 60_000;
const END_LIMIT_MS = 10_000;

/** A program that a driver started. */
export interface Program {
  /** Its output so far. */
  output(): string;
  /** Resolves with the first group of the pattern once the output has it. */
  printed(pattern: RegExp): Promise<string>;
  /** Resolves once it has ended: by itself after `politely`, else by signals to its process id. */
  end(politely?: () => Promise<unknown>): Promise<void>;
}

export function startProgram(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  const child = spawn(file, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TZ: 'Europe/Lisbon', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    output: () => output,
    async printed(pattern) {
      const deadline = performance.now() + START_LIMIT_MS;
      for (;;) {
        const found = pattern.exec(output)?.[1];
        if (found !== undefined) return found;
        if (hasExited() || performance.now() > deadline) throw new Error(`${file} does not start: ${output}`);
        await wait(20);
      }
    },
    async end(politely = async () => child.kill()) {
      if (hasExited()) return;
      const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS);
      await politely().catch(() => child.kill());
      await exited;
      clearTimeout(limit);
    },
  };
}
