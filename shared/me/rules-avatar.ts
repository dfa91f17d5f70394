import { AVATAR } from './texts-avatar.ts';

/** Largest picture, in bytes (docs/product/me.md#avatar). */
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2;

/** `accept` of the file input: the formats of docs/product/me.md#avatar. */
export const AVATAR_TYPES =
  '.jpg,.jpeg,.png,.jng,.webp,.svg,image/jpeg,image/png,image/x-jng,image/webp,image/svg+xml';

const NAMES = /\.(?:jpe?g|png|jng|webp|svg)$/i;
const TYPES = /^image\/(?:jpeg|png|x-jng|webp|svg\+xml)$/;

/**
 * Error message for a picture, checked by size, name and claimed type; null if it may be sent
 * (docs/product/me.md#avatar).
 */
export function avatarProblem(file: {
  readonly size: number;
  readonly name: string;
  readonly type: string;
}): string | null {
  const looksRight = NAMES.test(file.name) || TYPES.test(file.type);
  return looksRight && file.size > 0 && file.size <= AVATAR_MAX_BYTES ? null : AVATAR.bad;
}
