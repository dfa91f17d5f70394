import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Shape } from './raster.ts';
import { limitConcurrency } from './limit-concurrency.ts';

const CHILD = fileURLToPath(new URL('./draw-child.ts', import.meta.url));
/** CPU time limit; the largest camera pictures take two seconds. */
const MAX_CPU_MS = 8_000;
/** Wall time limit for a process that hangs. */
const MAX_MS = 60_000;
const MAX_PARALLEL = 2;

const limited = limitConcurrency(MAX_PARALLEL);
/** Environment of the child process; none of our secrets is in it. */
const INHERITED = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'HOME', 'LANG'];

/**
 * Re-encodes a picture as webp in a separate process; null if it is invalid or too expensive
 * (docs/product/me.md#avatar-processing).
 */
export function drawPicture(
  bytes: Buffer,
  { shape = 'square', maxCpuMs = MAX_CPU_MS }: { readonly shape?: Shape; readonly maxCpuMs?: number } = {},
): Promise<Buffer | null> {
  return limited(() => drawInChild(bytes, shape, maxCpuMs));
}

async function drawInChild(bytes: Buffer, shape: Shape, maxCpuMs: number): Promise<Buffer | null> {
  const env = Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]));
  const child = spawn(process.execPath, [...process.execArgv, CHILD, shape, String(maxCpuMs)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: MAX_MS,
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
