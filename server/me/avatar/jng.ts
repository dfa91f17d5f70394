/** Length, name, content, checksum; a chunk of PNG's family. */
const CHUNK_OVERHEAD = 12;
const SIGNATURE = 8;

/**
 * The colours of a JNG, which are a JPEG in its JDAT chunks: those before JSEP, the 8 bit ones. What it says of transparency is
 * left out. Throws where there is none.
 */
export function colourOfJng(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE; at + CHUNK_OVERHEAD <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 8 + length;
    if (end + 4 > bytes.length) throw new Error('a chunk is cut off');
    if (name === 'JSEP' || name === 'IEND') break;
    if (name === 'JDAT') parts.push(bytes.subarray(at + 8, end));
    at = end + 4;
  }
  if (parts.length === 0) throw new Error('no colours');
  return Buffer.concat(parts);
}
