import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { ByteRange } from '../../lib/range.ts';
import { centralHeader, endRecords, localHeader } from './headers.ts';
import type { ZipHeader } from './headers.ts';
import { zipNames } from './names.ts';

/** One file of the archive; size in bytes and CRC-32 are known before a byte is read. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Temporal.Instant;
  open(range: ByteRange): Readable | Promise<Readable>;
}

/** An archive that exists only as it is sent. */
export interface ZipPlan {
  /** Exact, in bytes. */
  readonly size: number;
  /** Its bytes, or a run of them; fails rather than send a byte that is not right. */
  stream(range?: ByteRange): Readable;
}

/** A run of the archive: made when it is asked for. */
interface Segment {
  readonly offset: number;
  readonly size: number;
  read(range: ByteRange): AsyncIterable<Buffer>;
}

/** Directory lines are made this many at a time. */
const LINES = 256;

/**
 * Lays out a zip of stored entries (decisions 6): names in UTF-8, zip64 where needed, no temporary copy. Any range can be read, in memory that
 * does not grow with the files.
 */
export function planZip(entries: readonly ZipEntry[]): ZipPlan {
  const names = zipNames(entries.map((entry) => entry.name));
  const segments: Segment[] = [];
  let offset = 0;
  const add = (size: number, read: Segment['read']): void => {
    if (size > 0) segments.push({ offset, size, read });
    offset += size;
  };

  const headers = entries.map((entry, index): ZipHeader => {
    const { size, crc32: sum, modified } = entry;
    const header = { name: Buffer.from(names[index] ?? ''), size, crc32: sum, modified, offset };
    add(localHeader(header).length, (range) => slice(localHeader(header), range));
    add(size, (range) => entryBytes(entry, range));
    return header;
  });
  const directoryOffset = offset;
  for (let first = 0; first < headers.length; first += LINES) {
    const lines = (): Buffer => Buffer.concat(headers.slice(first, first + LINES).map(centralHeader));
    add(lines().length, (range) => slice(lines(), range));
  }
  const end = endRecords(headers.length, offset - directoryOffset, directoryOffset);
  add(end.length, (range) => slice(end, range));

  return {
    size: offset,
    stream: (range = { start: 0, end: offset - 1 }) =>
      Readable.from(archiveBytes(segments, range), { objectMode: false }),
  };
}

async function* archiveBytes(
  segments: readonly Segment[],
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (const segment of segments) {
    const from = Math.max(start - segment.offset, 0);
    const to = Math.min(end - segment.offset, segment.size - 1);
    if (from <= to) yield* segment.read({ start: from, end: to });
  }
}

async function* slice(bytes: Buffer, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  yield bytes.subarray(start, end + 1);
}

/** A file's bytes, counted; their CRC-32 is checked where all of them pass by. The last bytes are held back until it is right. */
async function* entryBytes(entry: ZipEntry, range: ByteRange): AsyncGenerator<Buffer> {
  const wanted = range.end - range.start + 1;
  const source = await entry.open(range);
  let got = 0;
  let sum = 0;
  let held: Buffer | null = null;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      got += chunk.length;
      if (got > wanted) throw new Error('A file is longer than was recorded');
      sum = crc32(chunk, sum);
      if (held) yield held;
      held = chunk;
    }
  } finally {
    source.destroy();
  }
  if (got < wanted) throw new Error('A file is shorter than was recorded');
  if (wanted === entry.size && sum !== entry.crc32) throw new Error('A file is not what was recorded');
  if (held) yield held;
}
