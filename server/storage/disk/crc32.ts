/** The reflected polynomial of CRC-32 as zip and S3 use it. */
const POLYNOMIAL = 0xedb88320;

/**
 * The CRC-32 of two byte runs from their own CRCs and the second's length, so that a multipart object is not
 * read again. The method is zlib's crc32_combine.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  if (secondLength === 0) return first;
  // The operator for one zero bit, then two, then four; each squaring below starts at one zero byte.
  let operator = square(square(oneZeroBit()));
  let crc = first;
  let bytes = secondLength;
  while (bytes > 0) {
    operator = square(operator);
    if (bytes % 2 === 1) crc = multiply(operator, crc);
    bytes = Math.floor(bytes / 2);
  }
  return (crc ^ second) >>> 0;
}

function oneZeroBit(): Uint32Array {
  const matrix = new Uint32Array(32);
  matrix[0] = POLYNOMIAL;
  for (let bit = 1; bit < 32; bit += 1) matrix[bit] = 2 ** (bit - 1);
  return matrix;
}

function multiply(matrix: Uint32Array, vector: number): number {
  let sum = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) {
    if ((rest & 1) === 1) sum ^= matrix[bit] ?? 0;
  }
  return sum >>> 0;
}

function square(matrix: Uint32Array): Uint32Array {
  return matrix.map((row) => multiply(matrix, row));
}

/** CRC-32 as in S3's header: four bytes, big-endian, in base64. */
export function crc32ToBase64(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc >>> 0);
  return bytes.toString('base64');
}

/** CRC-32 from S3's header; null when it is not four bytes. */
export function crc32FromBase64(text: string): number | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 4 ? bytes.readUInt32BE() : null;
}
