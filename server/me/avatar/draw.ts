import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { turns } from './turns.ts';

const CHILD = fileURLToPath(new URL('./draw-child.ts', import.meta.url));
/** The longest that a picture may take; the largest of an honest camera takes two seconds. */
const MOST_MS = 8_000;
const AT_ONCE = 2;

const inTurn = turns(AT_ONCE);
/** What a process needs to begin at all; no secret of ours is in it. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME', 'LANG'];

/**
 * A picture decoded and written anew as 512 × 512 webp, without metadata; null for what is no picture of part 2's formats, is broken, or
 * would take too much memory or time. In a process of its own, two at once.
 */
export function drawPicture(bytes: Buffer, mostMs = MOST_MS): Promise<Buffer | null> {
  return inTurn(() => drawApart(bytes, mostMs));
}

async function drawApart(bytes: Buffer, mostMs: number): Promise<Buffer | null> {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [...process.execArgv, CHILD], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: mostMs,
    killSignal: 'SIGKILL',
  });
  const left = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // It may leave before it has read everything.
  child.stdin.on('error', () => {}).end(bytes);
  const [drawn, code] = await Promise.all([buffer(child.stdout), left]);
  return code === 0 && drawn.length > 0 ? drawn : null;
}
