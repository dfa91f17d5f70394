import { randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits; evenly distributed. */
export function randomText(length: number): string {
  let made = '';
  while (made.length < length) {
    for (const byte of randomBytes(length)) {
      const letter = byte < 248 ? LETTERS[byte % 62] : undefined;
      if (letter !== undefined && made.length < length) made += letter;
    }
  }
  return made;
}
