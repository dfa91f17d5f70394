import { expect, test } from 'vitest';
import { FACES } from './pdf-fonts.ts';
import { unpackWoff } from './unpack-woff.ts';

/** The sum of a table's 32-bit words, as OpenType's directory of tables has it. */
function checksumOf(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

test.each(Object.values(FACES).flat())('$name is unpacked byte for byte', ({ file }) => {
  const font = file();
  const count = font.readUInt16BE(4);
  expect(count).toBeGreaterThan(8);
  for (let nr = 0; nr < count; nr += 1) {
    const entry = font.subarray(12 + nr * 16, 28 + nr * 16);
    const tag = entry.toString('latin1', 0, 4);
    const [checksum, offset, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const table = Buffer.from(font.subarray(offset, offset + length));
    expect({ tag, length: table.length }).toEqual({ tag, length });
    // Its own field for the whole file's sum counts as nothing.
    if (tag === 'head') table.writeUInt32BE(0, 8);
    expect({ tag, checksum: checksumOf(table) }).toEqual({ tag, checksum });
  }
});

test('other bytes are refused', () => {
  expect(() => unpackWoff(Buffer.from('wOF2 and what is in it, which is longer than a header'))).toThrow(
    'not a WOFF font',
  );
  expect(() => unpackWoff(Buffer.alloc(3))).toThrow('not a WOFF font');
});
