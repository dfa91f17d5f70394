import { spawnSync } from 'node:child_process';
import { crc32 } from 'node:zlib';

/** An entry of the central directory. */
export interface Listed {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly offset: number;
  readonly seconds: number;
  readonly utf8: boolean;
}

/** An independent zip reader. `tail` is the archive from byte `base` on. Throws when the directory is invalid. */
export function listZip(tail: Buffer, base = 0): Listed[] {
  const end = tail.length - 22;
  expectMark(tail, end, 0x06054b50);
  let count = tail.readUInt16LE(end + 10);
  let at = tail.readUInt32LE(end + 16);
  let size = tail.readUInt32LE(end + 12);
  let directoryEnd = end;
  if (count === 0xffff || at === 0xffff_ffff || size === 0xffff_ffff) {
    expectMark(tail, end - 20, 0x07064b50);
    const wide = wideNumber(tail, end - 20 + 8) - base;
    expectMark(tail, wide, 0x06064b50);
    count = wideNumber(tail, wide + 32);
    size = wideNumber(tail, wide + 40);
    at = wideNumber(tail, wide + 48);
    directoryEnd = wide;
  }
  if (at - base + size !== directoryEnd) throw new Error('the directory does not end where its end begins');

  const listed: Listed[] = [];
  let here = at - base;
  while (here < directoryEnd) {
    expectMark(tail, here, 0x02014b50);
    if (tail.readUInt16LE(here + 10) !== 0) throw new Error('not stored');
    const nameEnd = here + 46 + tail.readUInt16LE(here + 28);
    const next = nameEnd + tail.readUInt16LE(here + 30) + tail.readUInt16LE(here + 32);
    const extra = extraFields(tail.subarray(nameEnd, next));
    const wide = [...wideNumbers(extra.get(1))];
    const field = (offset: number): number => {
      const narrow = tail.readUInt32LE(here + offset);
      return narrow === 0xffff_ffff ? (wide.shift() ?? Number.NaN) : narrow;
    };
    const unpacked = field(24);
    if (field(20) !== unpacked) throw new Error('stored, but of two sizes');
    listed.push({
      name: tail.toString('utf8', here + 46, nameEnd),
      size: unpacked,
      crc32: tail.readUInt32LE(here + 16),
      offset: field(42),
      seconds: extra.get(0x5455)?.readInt32LE(1) ?? Number.NaN,
      utf8: (tail.readUInt16LE(here + 8) & 0x0800) !== 0,
    });
    here = next;
  }
  if (listed.length !== count) throw new Error('the directory is not as long as it says');
  return listed;
}

/** Files by name, each checked against its header, the directory and its CRC-32. */
export function unpackZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const { name, size, crc32: sum, offset } of listZip(zip)) {
    expectMark(zip, offset, 0x04034b50);
    const nameEnd = offset + 30 + zip.readUInt16LE(offset + 26);
    if (zip.toString('utf8', offset + 30, nameEnd) !== name) throw new Error('two names');
    if (zip.readUInt32LE(offset + 14) !== sum) throw new Error('two checksums');
    if (zip.readUInt32LE(offset + 22) !== size) throw new Error('two sizes');
    const start = nameEnd + zip.readUInt16LE(offset + 28);
    const bytes = zip.subarray(start, start + size);
    if (crc32(bytes) !== sum) throw new Error(`${name} is damaged`);
    files.set(name, bytes);
  }
  return files;
}

/** Checks an archive by unzip, else Python. Throws on a fault, and where neither is installed. */
export function checkZip(path: string): void {
  for (const [tool, ...args] of [
    ['unzip', '-tqq', path],
    ['python3', '-m', 'zipfile', '-t', path],
  ] as const) {
    const { error, status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (error !== undefined) continue;
    if (status === 0 && !stdout.includes('corrupted')) return;
    throw new Error(`${tool} ${status}: ${stdout.slice(-500)} ${stderr.slice(-500)}`);
  }
  throw new Error('Install unzip or python3: archives are checked by a reader that is not ours');
}

function expectMark(bytes: Buffer, at: number, mark: number): void {
  if (bytes.readUInt32LE(at) !== mark) throw new Error(`no ${mark.toString(16)} at ${at}`);
}

function wideNumber(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function* wideNumbers(field: Buffer | undefined): Generator<number> {
  if (!field) return;
  for (let at = 0; at + 8 <= field.length; at += 8) yield wideNumber(field, at);
}

function extraFields(bytes: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const next = at + 4 + bytes.readUInt16LE(at + 2);
    fields.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, next));
    at = next;
  }
  return fields;
}
