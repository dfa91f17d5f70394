/** Length, name and checksum around the content of a PNG chunk. */
const CHUNK_OVERHEAD = 12;
const SIGNATURE = 8;

/** The JPEG in a JNG's JDAT chunks before JSEP, without the alpha channel. Throws if there is none. */
export function jpegOfJng(bytes: Buffer): Buffer {
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
