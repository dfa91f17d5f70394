/**
 * Frees a piece's memory now, which garbage collection would let pile up to 64 MiB. Only for a piece that nobody
 * else holds; one that shares its buffer stays.
 */
export function freeBytes(piece: Buffer): void {
  const { buffer } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength) buffer.transfer(0);
}
