import sharp, { type Sharp } from 'sharp';
import { jpegOfJng } from './jng.ts';
import { pictureKind } from './kind.ts';

/** 'square': cut to 512 × 512. 'wide': whole, within 1920 × 1080. */
export type Shape = 'square' | 'wide';

const SHAPES = {
  square: { width: 512, height: 512, fit: 'cover' },
  wide: { width: 1920, height: 1080, fit: 'inside', withoutEnlargement: true },
} as const;
/** Enough for phone cameras. */
const MAX_PIXELS = 50_000_000;
/** Limit for rendered SVG, which is rendered at the size that is needed. */
const MAX_SVG_PIXELS = 4_000_000;
/** Largest picture in the database, in bytes. */
const MAX_BYTES = 524_288;
const DOTS_PER_INCH = 72;

const OPTIONS = { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' } as const;

/** Dots per inch at which an SVG fills the shape, or fits into it. */
function densityFor(shape: Shape, width: number, height: number): number {
  const { width: across, height: down, fit } = SHAPES[shape];
  const scale = (fit === 'cover' ? Math.max : Math.min)(across / width, down / height);
  const most = Math.sqrt(MAX_SVG_PIXELS / (width * height));
  return Math.min(100_000, Math.max(1, DOTS_PER_INCH * Math.min(scale, most)));
}

async function open(bytes: Buffer, shape: Shape): Promise<Sharp> {
  const kind = pictureKind(bytes);
  if (kind === null) throw new Error('no picture');
  if (kind === 'jng') return sharp(jpegOfJng(bytes), OPTIONS);
  if (kind !== 'svg') return sharp(bytes, OPTIONS);
  const { width, height } = await sharp(bytes, OPTIONS).metadata();
  return sharp(bytes, { ...OPTIONS, density: densityFor(shape, width, height) });
}

/**
 * Re-encodes a picture as webp of that shape, at most 512 KiB. Only for trusted pictures, or in a separate
 * process.
 */
export async function rasterize(bytes: Buffer, shape: Shape): Promise<Buffer> {
  const picture = (await open(bytes, shape)).autoOrient().resize(SHAPES[shape]);
  const pixels = await picture
    .raw({ depth: 'uchar' })
    .toColourspace('srgb')
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = pixels.info;
  for (const quality of [84, 60, 30]) {
    const drawn = await sharp(pixels.data, { raw: { width, height, channels } })
      .webp({ quality, alphaQuality: quality })
      .toBuffer();
    if (drawn.length <= MAX_BYTES) return drawn;
  }
  throw new Error('too much in it');
}
