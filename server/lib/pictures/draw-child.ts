/**
 * Re-encodes a picture from stdin to stdout as webp; exits with 1 if it cannot
 * (docs/product/me.md#avatar-processing).
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { rasterize } from './raster.ts';

const [, , shapeArgument, cpuMsArgument] = process.argv;
const MAX_CPU_MS = Number(cpuMsArgument);
const MAX_MEMORY = 400 * 1024 ** 2;

sharp.concurrency(1);
sharp.cache(false);
// All other decoders are blocked, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

/** CPU time of all threads until now, in milliseconds. */
function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Decoding runs in its own threads, so a timer can watch them; an orderly exit would wait for them.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY || cpuTimeMs() > MAX_CPU_MS)
    process.kill(process.pid, 'SIGKILL');
}, 10).unref();

try {
  const drawn = await rasterize(await buffer(process.stdin), shapeArgument === 'wide' ? 'wide' : 'square');
  process.stdout.end(drawn);
} catch {
  process.exitCode = 1;
}
