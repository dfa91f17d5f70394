import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';

let stamp = '';
let count = 0;

/**
 * A new UUID version 7, ordered within the process also when the clock is set back (RFC 9562, 6.2;
 * docs/product/api.md#ids).
 */
export function newId(): string {
  const id = randomUUIDv7();
  const now = id.slice(0, 13);
  if (now > stamp) {
    stamp = now;
    count = Number.parseInt(id.slice(15, 18), 16) >> 1;
  } else if (count < 0xfff) count += 1;
  else {
    stamp = nextStamp(stamp);
    count = 0;
  }
  return `${stamp}-7${count.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

function nextStamp(before: string): string {
  const hex = (Number.parseInt(before.replace('-', ''), 16) + 1).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}

/** A secret of 256 bits, safe in URLs and cookies. Store only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
