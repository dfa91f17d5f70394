/**
 * The records of a zip of stored entries (APPNOTE 6.3.10). All sizes are known beforehand, so every record is
 * fixed.
 */

const MAX_16 = 0xffff;
const MAX_32 = 0xffff_ffff;
/** Bit 11: the name is UTF-8. */
const UTF8 = 0x0800;
/** Made on Unix, so that the mode below is read; version 4.5 knows zip64. */
const MADE_BY = (3 << 8) | 45;
/** The extra field with the time in seconds. */
const TIME_BYTES = 9;
/** A plain file, rw-r--r--. */
const MODE = (0o100644 << 16) >>> 0;

/** The fields of one entry's headers. */
export interface ZipHeader {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Temporal.Instant;
  /** The offset of its local header in the archive. */
  readonly offset: number;
}

/** The length of an entry's local header in bytes, computed without building it. */
export function localLength({ name, size }: Pick<ZipHeader, 'name' | 'size'>): number {
  return 30 + Buffer.byteLength(name) + TIME_BYTES + (size >= MAX_32 ? 20 : 0);
}

/** The length of its line in the central directory, in bytes. */
export function centralLength({ name, size, offset }: ZipHeader): number {
  const wide = (size >= MAX_32 ? 16 : 0) + (offset >= MAX_32 ? 8 : 0);
  return 46 + Buffer.byteLength(name) + TIME_BYTES + (wide > 0 ? 4 + wide : 0);
}

/** An entry's local header. */
export function localHeader(entry: ZipHeader): Buffer {
  const name = Buffer.from(entry.name);
  const big = entry.size >= MAX_32;
  const extra = Buffer.concat([
    timeField(entry),
    big ? zip64Field([entry.size, entry.size]) : Buffer.alloc(0),
  ]);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommon(head, 4, entry, name.length, big);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** An entry's line in the central directory. */
export function centralHeader(entry: ZipHeader): Buffer {
  const name = Buffer.from(entry.name);
  const bigSize = entry.size >= MAX_32;
  const bigOffset = entry.offset >= MAX_32;
  const wide = [...(bigSize ? [entry.size, entry.size] : []), ...(bigOffset ? [entry.offset] : [])];
  const extra = Buffer.concat([timeField(entry), wide.length > 0 ? zip64Field(wide) : Buffer.alloc(0)]);
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_BY, 4);
  writeCommon(head, 6, entry, name.length, wide.length > 0);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(MODE, 38);
  head.writeUInt32LE(bigOffset ? MAX_32 : entry.offset, 42);
  return Buffer.concat([head, name, extra]);
}

/** The end of the archive, with zip64's two records where 16 or 32 bits are too few. */
export function endRecords(count: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(directorySize, MAX_32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, MAX_32), 16);
  if (count < MAX_16 && directorySize < MAX_32 && directoryOffset < MAX_32) return end;

  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(0x06064b50, 0);
  writeUInt64(wide, 44, 4);
  wide.writeUInt16LE(MADE_BY, 12);
  wide.writeUInt16LE(45, 14);
  writeUInt64(wide, count, 24);
  writeUInt64(wide, count, 32);
  writeUInt64(wide, directorySize, 40);
  writeUInt64(wide, directoryOffset, 48);

  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  writeUInt64(locator, directoryOffset + directorySize, 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([wide, locator, end]);
}

/** The fields that both headers share, from "version needed" to the name's length. */
function writeCommon(head: Buffer, at: number, entry: ZipHeader, nameBytes: number, zip64: boolean): void {
  const { date, time } = dosTime(entry.modified);
  const size = Math.min(entry.size, MAX_32);
  head.writeUInt16LE(zip64 ? 45 : 20, at);
  head.writeUInt16LE(UTF8, at + 2);
  head.writeUInt16LE(0, at + 4);
  head.writeUInt16LE(time, at + 6);
  head.writeUInt16LE(date, at + 8);
  head.writeUInt32LE(entry.crc32 >>> 0, at + 10);
  head.writeUInt32LE(size, at + 14);
  head.writeUInt32LE(size, at + 18);
  head.writeUInt16LE(nameBytes, at + 22);
}

function zip64Field(values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => writeUInt64(field, value, 4 + index * 8));
  return field;
}

/** The time in UTC seconds: the MS-DOS field has no zone and steps of two seconds. */
function timeField(entry: ZipHeader): Buffer {
  const seconds = Math.floor(entry.modified.epochMilliseconds / 1000);
  const field = Buffer.alloc(TIME_BYTES);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeInt32LE(Math.max(-0x8000_0000, Math.min(0x7fff_ffff, seconds)), 5);
  return field;
}

/** MS-DOS date and time in UTC, clamped to the years that it can express. */
function dosTime(modified: Temporal.Instant): { readonly date: number; readonly time: number } {
  const at = new Date(modified.epochMilliseconds);
  const year = at.getUTCFullYear();
  if (year < 1980) return { date: (1 << 5) | 1, time: 0 };
  if (year > 2107) return { date: (127 << 9) | (12 << 5) | 31, time: (23 << 11) | (59 << 5) | 29 };
  return {
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

function writeUInt64(buffer: Buffer, value: number, at: number): void {
  buffer.writeBigUInt64LE(BigInt(value), at);
}
