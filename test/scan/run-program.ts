import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childEnv } from '#test/api/child.ts';

/** Runs a scanner to its end, with its state in `home`; throws with its output if it fails. */
export async function runProgram(program: string, args: readonly string[], home: string): Promise<string> {
  const child = spawn(program, args, { env: childEnv({ HOME: home }), stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output}${errors}`);
  return output;
}
