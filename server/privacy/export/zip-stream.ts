import { crc32, deflateRawSync } from 'node:zlib';

/** One file of a zip: pieces of unknown length. */
export interface StreamedEntry {
  readonly name: string;
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Bit 3: sizes follow the bytes; bit 11: the name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** Made on Unix; a plain file, rw-r--r--. */
const MADE_BY = (3 << 8) | VERSION;
const MODE = (0o100644 << 16) >>> 0;
const MAX_32 = 0xffff_ffff;
/** Pieces are compressed in stretches of about this many bytes. */
const STRETCH = 64 * 1024;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly size: number;
  readonly packed: number;
  readonly sum: number;
}

/**
 * A zip of files whose lengths are not known before (APPNOTE 4.3.9), made while it is sent. For texts and documents: files
 * of 4 GiB and more, which downloads of sessions have, are not for it.
 */
export async function* zipOf(
  entries: AsyncIterable<StreamedEntry>,
  at: Temporal.Instant,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  const time = dosTime(at);
  let offset = 0;
  for await (const { name: text, pieces } of entries) {
    const name = Buffer.from(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(VERSION, 4);
    head.writeUInt16LE(FLAGS, 6);
    head.writeUInt16LE(DEFLATE, 8);
    head.writeUInt32LE(time, 10);
    head.writeUInt16LE(name.length, 26);
    yield Buffer.concat([head, name]);
    let [size, packed, sum] = [0, 0, 0];
    for await (const stretch of stretchesOf(pieces)) {
      size += stretch.length;
      sum = crc32(stretch, sum);
      const bytes = deflated(stretch);
      packed += bytes.length;
      yield bytes;
    }
    packed += END.length;
    if (size > MAX_32 || packed > MAX_32) throw new Error('a file of a download is too large');
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    sizes.writeUInt32LE(sum, 4);
    sizes.writeUInt32LE(packed, 8);
    sizes.writeUInt32LE(size, 12);
    yield Buffer.concat([END, sizes]);
    written.push({ name, offset, size, packed, sum });
    offset += head.length + name.length + packed + sizes.length;
  }
  let length = 0;
  for (const entry of written) {
    const line = directoryLine(entry, time);
    length += line.length;
    yield line;
  }
  if (written.length > 0xffff || offset + length > MAX_32) throw new Error('a download is too large');
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** The last block of a deflated file: an empty one. */
const END = Buffer.from([0x03, 0x00]);

/** A stretch as blocks that end at a byte and are not the last; stretches of one file follow each other. */
const deflated = (stretch: Buffer): Buffer => deflateRawSync(stretch, { finishFlush: SYNC_FLUSH });
const SYNC_FLUSH = 2;

async function* stretchesOf(pieces: StreamedEntry['pieces']): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < STRETCH) continue;
    yield Buffer.concat(waiting);
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(waiting);
}

function directoryLine({ name, offset, size, packed, sum }: Written, time: number): Buffer {
  const line = Buffer.alloc(46);
  line.writeUInt32LE(0x02014b50, 0);
  line.writeUInt16LE(MADE_BY, 4);
  line.writeUInt16LE(VERSION, 6);
  line.writeUInt16LE(FLAGS, 8);
  line.writeUInt16LE(DEFLATE, 10);
  line.writeUInt32LE(time, 12);
  line.writeUInt32LE(sum, 16);
  line.writeUInt32LE(packed, 20);
  line.writeUInt32LE(size, 24);
  line.writeUInt16LE(name.length, 28);
  line.writeUInt32LE(MODE, 38);
  line.writeUInt32LE(offset, 42);
  return Buffer.concat([line, name]);
}

/** Time and date as MS-DOS has them, in UTC. */
function dosTime(at: Temporal.Instant): number {
  const { year, month, day, hour, minute, second } = at.toZonedDateTimeISO('UTC');
  return (
    (((year - 1980) << 25) | (month << 21) | (day << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0
  );
}
