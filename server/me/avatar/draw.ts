import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { turns } from './turns.ts';

/** A person's, cut to 512 × 512, or a wide one, whole and within 1920 × 1080. */
export type Shape = 'square' | 'wide';

const CHILD = fileURLToPath(new URL('./draw-child.ts', import.meta.url));
/** The most work that a picture may make; the largest of an honest camera takes two seconds of a processor, however busy that is. */
const MOST_CPU_MS = 8_000;
/** A process that does not even work is given up. */
const MOST_MS = 60_000;
const AT_ONCE = 2;

const inTurn = turns(AT_ONCE);
/** What a process needs to begin at all; no secret of ours is in it. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME', 'LANG'];

/**
 * A picture decoded and written anew as webp of that shape, at most 512 KiB, without metadata; null for what is no picture of part 2's
 * formats, is broken, or would take too much memory or work. In a process of its own, two at once.
 */
export function drawPicture(
  bytes: Buffer,
  { shape = 'square', mostCpuMs = MOST_CPU_MS }: { readonly shape?: Shape; readonly mostCpuMs?: number } = {},
): Promise<Buffer | null> {
  return inTurn(() => drawApart(bytes, shape, mostCpuMs));
}

async function drawApart(bytes: Buffer, shape: Shape, mostCpuMs: number): Promise<Buffer | null> {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [...process.execArgv, CHILD, shape, String(mostCpuMs)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MOST_MS,
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
