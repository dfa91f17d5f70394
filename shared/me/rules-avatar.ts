import { AVATAR } from './texts-avatar.ts';

/** "Avatar maximum 5 MB" (part 2 section 9); 5 MB and one byte are too much. */
export const AVATAR_MAX_BYTES = 5 * 1024 ** 2;

/** What the file chooser offers: the formats of part 2 section 5. */
export const AVATAR_TYPES =
  '.jpg,.jpeg,.png,.jng,.webp,.svg,image/jpeg,image/png,image/x-jng,image/webp,image/svg+xml';

const NAMES = /\.(?:jpe?g|png|jng|webp|svg)$/i;
const TYPES = /^image\/(?:jpeg|png|x-jng|webp|svg\+xml)$/;

/**
 * What is wrong with a file as a picture of a person, in words, as far as one can tell before it is decoded: its size, its name and the type that
 * it claims; null when it may be sent (part 2 section 5).
 */
export function avatarProblem(file: {
  readonly size: number;
  readonly name: string;
  readonly type: string;
}): string | null {
  const looksRight = NAMES.test(file.name) || TYPES.test(file.type);
  return looksRight && file.size > 0 && file.size <= AVATAR_MAX_BYTES ? null : AVATAR.bad;
}
