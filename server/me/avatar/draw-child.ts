/**
 * Reads a picture from stdin and writes it anew to stdout: webp of the shape that was asked for, without what else was in the file. A process of its own, so that
 * a picture that exhausts memory or leads a decoder astray takes nobody along; it leaves with 1 where there is nothing to show.
 */
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import type { Shape } from './draw.ts';
import { pictureKind } from './kind.ts';
import { colourOfJng } from './jng.ts';

const SHAPES = {
  square: { width: 512, height: 512, fit: 'cover' },
  wide: { width: 1920, height: 1080, fit: 'inside', withoutEnlargement: true },
} as const;
const [, , askedShape, askedCpuMs] = process.argv;
const shape: Shape = askedShape === 'wide' ? 'wide' : 'square';
/** Enough for the cameras of phones; 50,000 × 50,000 is fifty times that. */
const MOST_PIXELS = 50_000_000;
/** A drawing is made at the size that is needed, but no stripe of it larger than this. */
const MOST_DRAWN_PIXELS = 4_000_000;
/** What a database row of a picture takes at most. */
const MOST_BYTES = 524_288;
const MOST_CPU_MS = Number(askedCpuMs);
const MOST_MEMORY = 400 * 1024 ** 2;
const DOTS_PER_INCH = 72;

sharp.concurrency(1);
sharp.cache(false);
// Every decoder of other formats is shut off, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
});

const OPTIONS = { limitInputPixels: MOST_PIXELS, sequentialRead: true, failOn: 'error' } as const;

/** Dots per inch at which a drawing fills the shape, or fits into it. */
function densityFor(width: number, height: number): number {
  const { width: across, height: down, fit } = SHAPES[shape];
  const wanted = (fit === 'cover' ? Math.max : Math.min)(across / width, down / height);
  const most = Math.sqrt(MOST_DRAWN_PIXELS / (width * height));
  return Math.min(100_000, Math.max(1, DOTS_PER_INCH * Math.min(wanted, most)));
}

async function open(bytes: Buffer): Promise<Sharp> {
  const kind = pictureKind(bytes);
  if (kind === null) throw new Error('no picture');
  if (kind === 'jng') return sharp(colourOfJng(bytes), OPTIONS);
  if (kind !== 'svg') return sharp(bytes, OPTIONS);
  const { width, height } = await sharp(bytes, OPTIONS).metadata();
  return sharp(bytes, { ...OPTIONS, density: densityFor(width, height) });
}

async function draw(bytes: Buffer): Promise<Buffer> {
  const picture = (await open(bytes)).autoOrient().resize(SHAPES[shape]);
  const pixels = await picture
    .raw({ depth: 'uchar' })
    .toColourspace('srgb')
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  for (const quality of [84, 60, 30]) {
    const drawn = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, alphaQuality: quality })
      .toBuffer();
    if (drawn.length <= MOST_BYTES) return drawn;
  }
  throw new Error('too much in it');
}

/** What all threads of this process have worked until now, in milliseconds. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// Decoding runs in threads of its own, so this looks on while memory and work grow. An orderly exit would wait for those threads.
setInterval(() => {
  if (process.memoryUsage.rss() > MOST_MEMORY || worked() > MOST_CPU_MS) process.kill(process.pid, 'SIGKILL');
}, 10).unref();

try {
  const drawn = await draw(await buffer(process.stdin));
  process.stdout.end(drawn);
} catch {
  process.exitCode = 1;
}
