import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ByteRange } from '../../lib/range.ts';
import { centralHeader, centralLength, endRecords, localHeader, localLength } from './headers.ts';
import type { ZipHeader } from './headers.ts';
import { zipNames } from './names.ts';

/** One file of the archive; size in bytes and CRC-32 are known before it is read. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Temporal.Instant;
  open(range: ByteRange): Readable | Promise<Readable>;
}

/** An archive that is generated while it is sent. */
export interface ZipPlan {
  /** Exact, in bytes. */
  readonly size: number;
  /** The archive's bytes, or a range of them; fails rather than send a wrong byte. */
  stream(range?: ByteRange): Readable;
}

/** The positions of all parts: the headers by their offsets, then the central directory. */
interface Layout {
  readonly entries: readonly ZipEntry[];
  readonly headers: readonly ZipHeader[];
  readonly directoryOffset: number;
  readonly end: Buffer;
}

/** Directory lines are built in batches of this size. */
const LINES_PER_BATCH = 256;
/** Pieces up to this many bytes are sent together, to avoid many small writes. */
const SMALL_BYTES = 16_384;

/**
 * Lays out a zip of stored entries (docs/product/files.md#archive-format). Any range can be read, in memory
 * that does not grow with the files.
 */
export function planZip(entries: readonly ZipEntry[]): ZipPlan {
  const names = zipNames(entries.map((entry) => entry.name));
  let offset = 0;
  const headers = entries.map(({ size, crc32: sum, modified }, index): ZipHeader => {
    const header = { name: names[index] ?? '', size, crc32: sum, modified, offset };
    offset += localLength(header) + size;
    return header;
  });
  const directoryOffset = offset;
  for (const header of headers) offset += centralLength(header);
  const end = endRecords(headers.length, offset - directoryOffset, directoryOffset);
  const size = offset + end.length;
  const layout = { entries, headers, directoryOffset, end };
  return {
    size,
    stream: (range = { start: 0, end: size - 1 }) =>
      Readable.from(batchSmall(archiveBytes(layout, range)), { objectMode: false }),
  };
}

async function* archiveBytes(layout: Layout, range: ByteRange): AsyncGenerator<Buffer> {
  const { entries, headers } = layout;
  for (let index = entryAt(headers, range.start); index < headers.length; index += 1) {
    const [entry, header] = [entries[index], headers[index]];
    if (entry === undefined || header === undefined || header.offset > range.end) return;
    const begin = header.offset + localLength(header);
    if (range.start < begin) yield sliceOf(localHeader(header), header.offset, range);
    const start = Math.max(range.start - begin, 0);
    const end = Math.min(range.end - begin, entry.size - 1);
    if (start <= end) yield* entryBytes(entry, { start, end });
  }
  let at = layout.directoryOffset;
  for (let first = 0; first < headers.length; first += LINES_PER_BATCH) {
    const lines = headers.slice(first, first + LINES_PER_BATCH);
    const length = lines.reduce((sum, header) => sum + centralLength(header), 0);
    if (at <= range.end && at + length > range.start)
      yield sliceOf(Buffer.concat(lines.map(centralHeader)), at, range);
    at += length;
  }
  yield sliceOf(layout.end, at, range);
}

/** The entry that contains a byte of the archive; the last one for later bytes. */
function entryAt(headers: readonly ZipHeader[], byte: number): number {
  let [low, high] = [0, headers.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((headers[middle]?.offset ?? 0) <= byte) low = middle;
    else high = middle;
  }
  return low;
}

/** The part of a piece at an offset that lies in a range; possibly empty. */
function sliceOf(bytes: Buffer, at: number, { start, end }: ByteRange): Buffer {
  return bytes.subarray(Math.max(start - at, 0), Math.max(end - at + 1, 0));
}

/** The first piece is sent at once, so that the receiver sees a response begin. */
async function* batchSmall(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let small: Buffer[] = [];
  let pending = 0;
  let hasSent = false;
  for await (const piece of pieces) {
    const isSmall = piece.length <= SMALL_BYTES;
    if (isSmall) {
      small.push(piece);
      pending += piece.length;
    }
    if (pending > 0 && (!isSmall || pending > SMALL_BYTES || !hasSent)) {
      yield Buffer.concat(small);
      hasSent = true;
      small = [];
      pending = 0;
    }
    if (!isSmall) yield piece;
  }
  if (pending > 0) yield Buffer.concat(small);
}

/** A file's bytes, counted. When all pass, their CRC-32 is checked before the last ones are released. */
async function* entryBytes(entry: ZipEntry, range: ByteRange): AsyncGenerator<Buffer> {
  const expected = range.end - range.start + 1;
  const source = await entry.open(range);
  let received = 0;
  let sum = 0;
  let held: Buffer | null = null;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > expected) throw new Error('A file is longer than was recorded');
      sum = crc32(chunk, sum);
      if (held) yield held;
      held = chunk;
    }
  } finally {
    source.destroy();
  }
  if (received < expected) throw new Error('A file is shorter than was recorded');
  if (expected === entry.size && sum !== entry.crc32) throw new Error('A file is not what was recorded');
  if (held) yield held;
}
