import { createHash, randomBytes } from 'node:crypto';

export const MIB = 2 ** 20;
const BASE = randomBytes(MIB);

/** A file's content, made as it is read: each MiB of it is another one, so that none can stand in another's place. */
export function* contentOf(from: number, to: number): Generator<Buffer> {
  for (let at = from; at < to;) {
    const start = at % MIB;
    const block = Buffer.from(BASE);
    block.writeUInt32BE(Math.floor(at / MIB), 0);
    const piece = block.subarray(start, Math.min(MIB, start + to - at));
    yield piece;
    at += piece.length;
  }
}

/** The SHA-256 of that content. */
export function contentHash(from: number, to: number): string {
  const hash = createHash('sha256');
  for (const piece of contentOf(from, to)) hash.update(piece);
  return hash.digest('hex');
}
