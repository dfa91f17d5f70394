import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnv } from '#test/api/child.ts';

const run = promisify(execFile);
const MAX_OUTPUT = 2 ** 28;

/** Runs a scanner to its end, with its state in `home`; throws with its output if it fails. */
export async function runProgram(program: string, args: readonly string[], home: string): Promise<void> {
  await run(program, args, { env: childEnv({ HOME: home }), maxBuffer: MAX_OUTPUT });
}
