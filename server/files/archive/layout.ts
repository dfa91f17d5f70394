import type { Readable } from 'node:stream';
import type { ByteRange } from '../../lib/range.ts';
import type { ZipHeader } from './headers.ts';

/** One file of the archive; size in bytes and CRC-32 are known before it is read. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Temporal.Instant;
  open(range: ByteRange): Readable | Promise<Readable>;
}

/** The positions of all parts: the headers by their offsets, then the central directory. */
export interface Layout {
  readonly entries: readonly ZipEntry[];
  readonly headers: readonly ZipHeader[];
  readonly directoryOffset: number;
  readonly end: Buffer;
}
