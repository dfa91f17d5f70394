import type { Readable } from 'node:stream';
import type { ByteRange } from '../../lib/range.ts';
import { ArchiveStream } from './bytes.ts';
import { centralLength, endRecords, localLength } from './headers.ts';
import type { ZipHeader } from './headers.ts';
import type { ZipEntry } from './layout.ts';
import { zipNames } from './names.ts';

/** An archive that is generated while it is sent. */
export interface ZipPlan {
  /** Exact, in bytes. */
  readonly size: number;
  /** The archive's bytes, or a range of them; fails rather than send a wrong byte. */
  stream(range?: ByteRange): Readable;
}

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
    stream: (range = { start: 0, end: size - 1 }) => new ArchiveStream(layout, range),
  };
}
