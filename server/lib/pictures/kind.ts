/** Format of a file by its first bytes; its name and content type are not trusted. */
type PictureKind = 'jpeg' | 'png' | 'jng' | 'webp' | 'svg';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JNG = Buffer.from([0x8b, 0x4a, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const startsWith = (bytes: Buffer, head: Buffer) => bytes.subarray(0, head.length).equals(head);

/** Allowed before `<svg`: byte order mark, XML declaration, comments, document type. */
const PROLOGUE = [
  /^\uFEFF?\s*/,
  /^<\?xml[^>]*>\s*/,
  /^<!--(?:(?!-->)[\s\S])*-->\s*/,
  /^<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>\s*/,
];

function isDrawing(bytes: Buffer): boolean {
  let text = bytes.toString('utf8', 0, 65_536);
  for (let before = ''; before !== text;) {
    before = text;
    for (const part of PROLOGUE) text = text.replace(part, '');
  }
  return /^<(?:svg:)?svg[\s>]/.test(text);
}

/** Format of a picture; null for all others (docs/product/me.md#avatar). */
export function pictureKind(bytes: Buffer): PictureKind | null {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  if (startsWith(bytes, PNG)) return 'png';
  if (startsWith(bytes, JNG)) return 'jng';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return isDrawing(bytes) ? 'svg' : null;
}
