import { pictureProblem } from '../content/rules-pictures.ts';
import { AVATAR } from './texts-avatar.ts';

export {
  /** Largest picture, in bytes (docs/product/me.md#avatar). */
  PICTURE_MAX_BYTES as AVATAR_MAX_BYTES,
  /** `accept` of the file input: the formats of docs/product/me.md#avatar. */
  PICTURE_TYPES as AVATAR_TYPES,
} from '../content/rules-pictures.ts';

/**
 * Error message for a picture, checked by size, name and claimed type; null if it may be sent
 * (docs/product/me.md#avatar).
 */
export const avatarProblem = (file: Parameters<typeof pictureProblem>[0]): string | null =>
  pictureProblem(file) === null ? null : AVATAR.bad;
