import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Shape } from './raster.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const CHILD = fileURLToPath(new URL('./draw-child.ts', import.meta.url));
/** CPU time limit; the largest camera pictures take two seconds. */
const MOST_CPU_MS = 8_000;
/** Wall time limit for a process that hangs. */
const MOST_MS = 60_000;
const AT_ONCE = 2;

const limited = limitConcurrency(AT_ONCE);
/** Environment of the child process; none of our secrets is in it. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME', 'LANG'];

/**
 * Re-encodes a picture as webp in a separate process; null if it is invalid or too expensive
 * (docs/product/me.md#avatar-processing).
 */
export function drawPicture(
  bytes: Buffer,
  { shape = 'square', mostCpuMs = MOST_CPU_MS }: { readonly shape?: Shape; readonly mostCpuMs?: number } = {},
): Promise<Buffer | null> {
  return limited(() => drawInChild(bytes, shape, mostCpuMs));
}

async function drawInChild(bytes: Buffer, shape: Shape, mostCpuMs: number): Promise<Buffer | null> {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [...process.execArgv, CHILD, shape, String(mostCpuMs)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  // The child may exit before it has read everything.
  child.stdin.on('error', () => {}).end(bytes);
  const [drawn, code] = await Promise.all([buffer(child.stdout), exited]);
  return code === 0 && drawn.length > 0 ? drawn : null;
}
