import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipNames } from './names.ts';
import { planZip } from './plan.ts';
import type { ZipEntry } from './layout.ts';
import { checkZip, listZip, unpackZip } from '#test/rooms/zip.ts';

const modified = Temporal.Instant.from('2026-07-04T20:15:31Z');

const entry = (name: string, bytes: Buffer, told: Partial<ZipEntry> = {}): ZipEntry => ({
  name,
  size: bytes.length,
  crc32: crc32(bytes),
  modified,
  open: ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  ...told,
});

const endless = (): Readable =>
  new Readable({
    read() {
      this.push(Buffer.alloc(65_536));
    },
  });

/** The bytes in four pieces that nobody else holds. */
const own = (bytes: Buffer): Readable =>
  Readable.from(Array.from({ length: 4 }, (_, n) => Buffer.from(bytes.subarray(n * 1e5, (n + 1) * 1e5))));

const all = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());

test('a zip holds every file under its name with its bytes, and is exactly as long as said', async () => {
  const files = new Map([
    ['drums/kick.wav', randomBytes(300_000)],
    ['drums/é 🥁 "x".wav', randomBytes(10)],
    ['empty.txt', Buffer.alloc(0)],
  ]);
  const plan = planZip([...files].map(([name, bytes]) => entry(name, bytes)));
  const zip = await all(plan.stream());
  expect(zip.length).toBe(plan.size);
  expect(unpackZip(zip)).toEqual(files);
  for (const listed of listZip(zip)) {
    expect(listed).toMatchObject({ seconds: modified.epochMilliseconds / 1000, utf8: true });
  }
});

test("the system's own reader takes it", async () => {
  const names = ['a/kick.wav', 'é 🥁.wav', 'twice', 'twice'];
  const dir = await mkdtemp(join(tmpdir(), 'zip-'));
  const path = join(dir, 'all.zip');
  const zip = await all(planZip(names.map((name) => entry(name, randomBytes(5000)))).stream());
  expect([...unpackZip(zip).keys()]).toEqual(['a/kick.wav', 'é 🥁.wav', 'twice', 'twice (2)']);
  await writeFile(path, zip);
  expect(() => checkZip(path)).not.toThrow();
  await writeFile(path, zip.fill(0x41, 100, 200));
  expect(() => checkZip(path)).toThrow(/unzip|python3/);
  await rm(dir, { recursive: true });
});

test('an archive without files is an archive', async () => {
  const plan = planZip([]);
  expect(plan.size).toBe(22);
  expect(listZip(await all(plan.stream()))).toEqual([]);
});

test('any ranges glue to the same bytes', async () => {
  const plan = planZip([
    entry('a', randomBytes(700)),
    entry('b/c', randomBytes(40)),
    entry('d', Buffer.alloc(0)),
  ]);
  const zip = await all(plan.stream());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(plan.size - 1), { maxLength: 6 }), async (cuts) => {
      const starts = [...new Set([0, ...cuts])].toSorted((a, b) => a - b);
      const runs = await Promise.all(
        starts.map((start, index) => all(plan.stream({ start, end: (starts[index + 1] ?? plan.size) - 1 }))),
      );
      expect(Buffer.concat(runs).equals(zip)).toBe(true);
    }),
  );
});

test('a source that ends early, runs on, or is not what was recorded fails the stream before its last byte', async () => {
  const bytes = randomBytes(1000);
  const wrong = {
    shorter: entry('x', bytes, { open: () => Readable.from([bytes.subarray(0, 999)]) }),
    longer: entry('x', bytes, { open: () => Readable.from([bytes, Buffer.from('!')]) }),
    other: entry('x', bytes, {
      open: () => Readable.from([bytes.subarray(0, 999), Buffer.from([bytes.readUInt8(999) ^ 1])]),
    }),
    failing: entry('x', bytes, {
      open: () =>
        new Readable({
          read() {
            this.destroy(new Error('storage went away'));
          },
        }),
    }),
  };
  await expect(all(planZip([wrong.shorter]).stream())).rejects.toThrow('shorter');
  await expect(all(planZip([wrong.longer]).stream())).rejects.toThrow('longer');
  await expect(all(planZip([wrong.other]).stream())).rejects.toThrow('not what was recorded');
  await expect(all(planZip([wrong.failing]).stream())).rejects.toThrow('storage went away');
});

test('who stops reading closes the source', async () => {
  const source = new Readable({
    read() {
      this.push(Buffer.alloc(65_536));
    },
  });
  const stream = planZip([entry('x', Buffer.alloc(0), { size: 2 ** 31, open: () => source })]).stream();
  for await (const chunk of stream) if (chunk.length > 1000) break;
  await expect.poll(() => source.destroyed).toBe(true);
});

test('the next file is opened when little is left of the current one, and only that one', async () => {
  const [size, opened] = [3 * 2 ** 20, [] as string[]];
  const piece = 2 ** 18;
  const big = (name: string): ZipEntry => {
    const bytes = Buffer.alloc(size, name);
    const open = (): Readable => {
      opened.push(name);
      return Readable.from(
        Array.from({ length: size / piece }, (_, n) => bytes.subarray(n * piece, (n + 1) * piece)),
      );
    };
    return entry(name, bytes, { open });
  };
  const seen: string[] = [];
  for await (const chunk of planZip([big('a'), entry('', Buffer.alloc(0)), big('b'), big('c')]).stream())
    if ((chunk as Buffer).length === piece) seen.push(opened.join(''));
  const pieces = size / piece;
  const [a, ab, abc] = ['a', 'ab', 'abc'].map((text) => seen.filter((open) => open === text).length);
  expect(seen.length).toBe(3 * pieces);
  // At most 1 MiB of a file is left when the next one is opened: four pieces, and those read ahead.
  for (const count of [a ?? 0, (ab ?? 0) - pieces + (a ?? 0)]) expect(count).toBeGreaterThanOrEqual(5);
  expect(abc).toBeGreaterThan(pieces);
});

test('who stops reading closes the next file as well, even one that storage has yet to answer', async () => {
  const [current, next] = [endless(), endless()];
  const answer = Promise.withResolvers<Readable>();
  const asked = Promise.withResolvers<void>();
  const open = (): Promise<Readable> => {
    asked.resolve();
    return answer.promise;
  };
  const size = 2 ** 20;
  const entries = [
    entry('a', Buffer.alloc(0), { size, open: () => current }),
    entry('b', Buffer.alloc(0), { size, open }),
  ];
  const stream = planZip(entries).stream();
  await once(stream, 'readable');
  stream.read();
  await asked.promise;
  stream.destroy();
  await expect.poll(() => current.destroyed).toBe(true);
  answer.resolve(next);
  await expect.poll(() => next.destroyed).toBe(true);
});

test('a next file that cannot be opened fails the stream after the whole of the current one', async () => {
  const bytes = randomBytes(300_000);
  const away = { open: () => Promise.reject(new Error('storage away')) };
  const received: Buffer[] = [];
  const reading = (async () => {
    for await (const chunk of planZip([entry('a', bytes), entry('b', bytes, away)]).stream())
      received.push(chunk as Buffer);
  })();
  await expect(reading).rejects.toThrow('storage away');
  expect(Buffer.concat(received).includes(bytes)).toBe(true);
});

test('a slow receiver gets every byte; the memory of a piece is freed after it was taken', async () => {
  const files = Array.from({ length: 5 }, () => randomBytes(400_000));
  const entries = files.map((bytes, n) =>
    entry(`f${n}`, bytes, { open: ({ start, end }) => own(bytes.subarray(start, end + 1)) }),
  );
  const [got, pieces]: [Buffer[], Buffer[]] = [[], []];
  const receiver = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      pieces.push(chunk);
      setImmediate(() => {
        got.push(Buffer.from(chunk));
        done();
      });
    },
  });
  const plan = planZip(entries);
  plan.stream().pipe(receiver);
  await once(receiver, 'finish');
  const whole = Buffer.concat(got);
  expect(whole.length).toBe(plan.size);
  expect([...unpackZip(whole).values()].every((bytes, n) => bytes.equals(files[n] ?? Buffer.alloc(0)))).toBe(
    true,
  );
  expect(pieces.filter(({ length }) => length >= 1e5)).toEqual([]);
});

test('70,000 files need zip64 and all are listed', async () => {
  const files = Array.from({ length: 69_999 }, (_, index) => entry(`f${index}`, Buffer.alloc(0)));
  const unpacked = unpackZip(await all(planZip([...files, entry('last', Buffer.from('take'))]).stream()));
  expect(unpacked.size).toBe(70_000);
  expect(unpacked.get('last')?.toString()).toBe('take');
});

test('files over 4 GiB: sizes and offsets in 64 bits, the end readable on its own', async () => {
  const size = 5_368_709_120;
  const sparse = { size, crc32: 0x1234_5678, open: () => Readable.from([]) };
  const plan = planZip([entry('big', Buffer.alloc(0), sparse), entry('after', Buffer.from('after'))]);
  const start = size + 62;
  const directory = listZip(await all(plan.stream({ start, end: plan.size - 1 })), start);
  expect(directory).toEqual([
    expect.objectContaining({ name: 'big', size, crc32: 0x1234_5678, offset: 0 }),
    expect.objectContaining({ name: 'after', size: 5 }),
  ]);
  // The local header of the big entry is 30 + 3 + 9 + 20 bytes; its content follows.
  expect(directory[1]).toMatchObject({ offset: size + 62 });
});

test('doubles are numbered, also where only the case differs, and no file takes the name of a folder', () => {
  expect(zipNames(['name.wav', 'name.wav', 'NAME.wav', 'name (2).wav', 'a', 'a/b.wav', '.x', '.x'])).toEqual([
    'name.wav',
    'name (2).wav',
    'NAME (3).wav',
    'name (2) (2).wav',
    'a (2)',
    'a/b.wav',
    '.x',
    '.x (2)',
  ]);
});

test("Windows' devices are none, and what it takes for one name is numbered", () => {
  expect(zipNames(['aux.wav', 'CON', 'a/NUL.tar.gz', 'com1', 'auxiliary.wav', 'end', 'end.'])).toEqual([
    'aux_.wav',
    'CON_',
    'a/NUL_.tar.gz',
    'com1_',
    'auxiliary.wav',
    'end',
    'end (2).',
  ]);
});

test('no name leads out of the folder that is unpacked into', () => {
  expect(zipNames(['/etc/passwd', '../../up', 'C:\\win\\x', 'a\0b', '\u202egpj.exe', '..', ''])).toEqual([
    'etc/passwd',
    'up',
    'C_/win/x',
    'ab',
    'gpj.exe',
    'file',
    'file (2)',
  ]);
});

test('any names come out safe, distinct and as many', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('..', '.', 'a', 'A', 'a (2)', ''),
  );
  const name = fc
    .array(part, { maxLength: 4 })
    .chain((parts) => fc.constantFrom('/', '\\').map((by) => parts.join(by)));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), (raw) => {
      const names = zipNames(raw);
      expect(names.length).toBe(raw.length);
      expect(new Set(names.map((one) => one.toLowerCase())).size).toBe(raw.length);
      for (const one of names) {
        expect(one.split('/')).not.toEqual(expect.arrayContaining([expect.stringMatching(/^\.{0,2}$/)]));
        expect(one).not.toMatch(/\\|^[a-z]:|\p{Cc}/iu);
        const inside = `${one.toLowerCase()}/`;
        expect(names.filter((other) => other.toLowerCase().startsWith(inside))).toEqual([]);
      }
    }),
  );
});
