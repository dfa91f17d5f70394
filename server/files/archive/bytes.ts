import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { freeBytes } from '../../lib/free-bytes.ts';
import type { ByteRange } from '../../lib/range.ts';
import { centralHeader, centralLength, localHeader, localLength, type ZipHeader } from './headers.ts';
import type { Layout } from './layout.ts';
import { Reads, type Wanted } from './reads.ts';

/** Directory lines are built in batches of this size. */
const LINES_PER_BATCH = 256;
/** Pieces up to this many bytes are sent together, to avoid many small writes. */
const SMALL_BYTES = 16_384;

/**
 * The bytes of an archive or of a range of it. Ended early, it closes what it reads. Piped, it sends one piece at a
 * time and frees its memory once the receiver has taken it.
 */
export class ArchiveStream extends Readable {
  readonly #reads = new Reads();
  readonly #pieces: AsyncGenerator<Buffer>;

  constructor(layout: Layout, range: ByteRange) {
    super({ highWaterMark: 1 });
    this.#pieces = batchSmall(archiveBytes(layout, range, this.#reads));
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value, done }) => this.push(done === true ? null : value),
      (error: unknown) => this.destroy(error as Error),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#reads.close();
    void this.#end();
    done(error);
  }

  /** A read that is cut fails, which is no news any more. */
  async #end(): Promise<void> {
    await this.#pieces.return(undefined).catch(() => {});
  }

  override pipe<T extends NodeJS.WritableStream>(to: T): T {
    this.on('data', (piece: Buffer) => {
      this.pause();
      to.write(piece, () => {
        freeBytes(piece);
        this.resume();
      });
    });
    this.once('end', () => to.end());
    return to;
  }
}

async function* archiveBytes(layout: Layout, range: ByteRange, reads: Reads): AsyncGenerator<Buffer> {
  const { headers } = layout;
  let next: Wanted | null = null;
  for (let index = entryAt(headers, range.start); index < headers.length; index += 1) {
    const header = headers[index];
    if (header === undefined || header.offset > range.end) return;
    if (range.start < header.offset + localLength(header))
      yield sliceOf(localHeader(header), header.offset, range);
    const wanted = next?.index === index ? next : wantedOf(layout, index, range);
    if (wanted === null) continue;
    next = nextWanted(layout, index, range);
    yield* entryBytes(wanted, next, reads);
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

/** What a range of the archive wants of one file; null for nothing. */
function wantedOf({ entries, headers }: Layout, index: number, range: ByteRange): Wanted | null {
  const [entry, header] = [entries[index], headers[index]];
  if (entry === undefined || header === undefined) return null;
  const begin = header.offset + localLength(header);
  const start = Math.max(range.start - begin, 0);
  const end = Math.min(range.end - begin, entry.size - 1);
  return start <= end ? { index, entry, range: { start, end } } : null;
}

/** The next file that is read after this one. */
function nextWanted(layout: Layout, index: number, range: ByteRange): Wanted | null {
  for (let next = index + 1; (layout.headers[next]?.offset ?? Infinity) <= range.end; next += 1) {
    const wanted = wantedOf(layout, next, range);
    if (wanted !== null) return wanted;
  }
  return null;
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
async function* entryBytes(wanted: Wanted, next: Wanted | null, reads: Reads): AsyncGenerator<Buffer> {
  const { entry, range } = wanted;
  const expected = range.end - range.start + 1;
  let received = 0;
  let sum = 0;
  let held: Buffer | null = null;
  for await (const piece of reads.bytesOf(wanted)) {
    received += piece.length;
    if (received > expected) throw new Error('A file is longer than was recorded');
    if (next !== null) reads.openAhead(next, expected - received);
    sum = crc32(piece, sum);
    if (held) yield held;
    held = piece;
  }
  if (received < expected) throw new Error('A file is shorter than was recorded');
  if (expected === entry.size && sum !== entry.crc32) throw new Error('A file is not what was recorded');
  if (held) yield held;
}
