import { poolOf } from './buffer-pool.ts';

/**
 * Frees a piece's memory now, which garbage collection would let pile up to 64 MiB, or gives it back to its pool. Only
 * for a piece whose bytes nobody else holds; one that shares a buffer of no pool stays.
 */
export function freeBytes(piece: Buffer): void {
  const { buffer } = piece;
  if (!(buffer instanceof ArrayBuffer)) return;
  const pool = poolOf(piece);
  if (pool !== undefined) pool.giveBack(piece as Buffer<ArrayBuffer>);
  else if (buffer.byteLength === piece.byteLength) buffer.transfer(0);
}
