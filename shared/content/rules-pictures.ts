/** Largest file of a picture, in bytes (docs/product/content.md#pictures). */
export const PICTURE_MAX_BYTES = 5 * 1024 ** 2;

/** `accept` of the file input. */
export const PICTURE_TYPES =
  '.jpg,.jpeg,.png,.jng,.webp,.svg,image/jpeg,image/png,image/x-jng,image/webp,image/svg+xml';

const NAMES = /\.(?:jpe?g|png|jng|webp|svg)$/i;
const TYPES = /^image\/(?:jpeg|png|x-jng|webp|svg\+xml)$/;

export const PICTURE_TEXTS = {
  not_a_picture: 'This is no JPEG, PNG, JNG, WebP or SVG.',
  empty: 'This file is empty.',
  too_large: 'This file is larger than 5 MB.',
  bad_image:
    'This file cannot be used: it is no JPEG, PNG, JNG, WebP or SVG, it is broken, or it is too large to be drawn.',
} as const;

/** Why a file is no picture, by its size, name and claimed type; null: it may be sent. */
export function pictureProblem(file: {
  readonly size: number;
  readonly name: string;
  readonly type: string;
}): string | null {
  if (!NAMES.test(file.name) && !TYPES.test(file.type)) return PICTURE_TEXTS.not_a_picture;
  if (file.size === 0) return PICTURE_TEXTS.empty;
  return file.size > PICTURE_MAX_BYTES ? PICTURE_TEXTS.too_large : null;
}
