import { fail, ok, type Result } from '#shared/lib/result.ts';
import { drawPicture } from '../../lib/pictures/draw.ts';
import { addPicture } from './store.ts';

/** Draws a file anew and stores it (docs/product/content.md#pictures). Error: `bad_image`. */
export async function drawAndAddPicture(
  ctx: Parameters<typeof addPicture>[0],
  file: Buffer,
): Promise<Result<Awaited<ReturnType<typeof addPicture>>, 'bad_image'>> {
  const webp = await drawPicture(file, { shape: 'wide' });
  if (webp === null) return fail('bad_image');
  // What we have just drawn ourselves; loaded here, since little else needs it.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(webp).metadata();
  return ok(await addPicture(ctx, { webp, width, height }));
}
