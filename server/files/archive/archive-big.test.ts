import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, vi } from 'vitest';
import { newId } from '../../lib/ids.ts';
import { song, test as base } from '#test/rooms/files.ts';
import { combineCrc32 } from '../../storage/disk/crc32.ts';
import { checkZip, listZip, unpackZip } from '#test/rooms/zip.ts';

const GIB = 2 ** 30;
const PIECE = 2 ** 20;
const HEAD_END = '\r\n\r\n';

/** The CRC-32 of that many zeros, computed without reading them. */
const sumOfZeros = (bytes: number): number => {
  let [sum, length] = [0, 0];
  for (const bit of bytes.toString(2)) {
    sum = combineCrc32(sum, sum, length);
    length *= 2;
    if (bit === '1') {
      sum = combineCrc32(sum, crc32(Buffer.alloc(1)), 1);
      length += 1;
    }
  }
  return sum;
};

function* zeros(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= PIECE) yield Buffer.alloc(Math.min(left, PIECE));
}

const url = (id: number): string => `http://localhost:4001/api/sessions/${id}/archive/user`;
const test = base
  /** Lists files of zeros that storage generates on read; files of five bytes hold 'hello'. */
  .extend(
    'folderOf',
    { scope: 'file' },
    ({ app, client, session }) =>
      async (files: readonly { prefix: string; name: string; size: number }[]): Promise<number> => {
        const { id } = await session();
        const rows = files.map(({ prefix, name, size }) => ({
          id: newId(),
          session_id: id,
          folder: 'user' as const,
          prefix,
          name,
          key: `made/${newId()}/${size}`,
          content_type: 'audio/wav',
          size,
          crc32: size === 5 ? crc32('hello') : sumOfZeros(size),
          uploaded_by: client.id,
          last_modified: app.clock.now(),
          etag: 'made',
        }));
        const verified = { size: 5, crc32: null, etag: 'made', version: null };
        vi.spyOn(app.ctx().storage, 'verify').mockResolvedValue(verified);
        for (let from = 0; from < rows.length; from += 2000)
          await app.db
            .insertInto('files')
            .values(rows.slice(from, from + 2000))
            .execute();
        vi.spyOn(app.ctx().storage, 'get').mockImplementation(async (key, { range } = {}) => {
          const size = Number(key.slice(key.lastIndexOf('/') + 1));
          const { start, end } = range ?? { start: 0, end: size - 1 };
          const bytes = size === 5 ? [Buffer.from('hello').subarray(start, end + 1)] : zeros(end - start + 1);
          return Readable.from(bytes, { objectMode: false });
        });
        return id;
      },
  )
  .extend(
    'archive',
    { scope: 'file' },
    ({ filesApi, musician }) =>
      (id: number, range?: string) =>
        filesApi.send(url(id), { as: musician.person, headers: range === undefined ? {} : { range } }),
  )
  /**
   * Reads a response from the socket into one reused buffer: counts its body and stores only the bytes of some
   * ranges.
   */
  .extend(
    'readThrough',
    { scope: 'file' },
    ({ app, musician }) =>
      async (id: number, kept: readonly (readonly [start: number, end: number])[]) => {
        const stretches = kept.map(() => [] as Buffer[]);
        let head = '';
        let count = 0;
        const take = (bytes: Buffer): void => {
          for (const [index, [start, end]] of kept.entries()) {
            const piece = bytes.subarray(Math.max(start - count, 0), Math.max(end + 1 - count, 0));
            if (piece.length > 0) stretches[index]?.push(Buffer.from(piece));
          }
          count += bytes.length;
        };
        const callback = (length: number, buffer: Uint8Array): boolean => {
          const bytes = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          if (head.includes(HEAD_END)) {
            take(bytes);
            return true;
          }
          head += bytes.toString('latin1');
          const end = head.indexOf(HEAD_END);
          if (end !== -1) take(bytes.subarray(bytes.length - (head.length - end - HEAD_END.length)));
          return true;
        };
        const { host, pathname } = new URL(url(id));
        const { port } = app.http.server.address() as AddressInfo;
        const socket = connect({
          host: '127.0.0.1',
          port,
          onread: { buffer: Buffer.alloc(2 ** 20), callback },
        });
        const lines = [`GET ${pathname} HTTP/1.1`, `Host: ${host}`, `Cookie: ${musician.person.cookie}`];
        socket.write(`${lines.join('\r\n')}\r\nConnection: close${HEAD_END}`);
        await once(socket, 'close');
        return { count, head, stretches: stretches.map((chunks) => Buffer.concat(chunks)) };
      },
  );

test('one file above 4 GiB, and more than that in all: every byte comes, as many as said, and any range is the same', async ({
  filesApi,
  musician,
  folderOf,
  archive,
  readThrough,
}) => {
  const big = 4 * GIB + 12_345;
  const id = await folderOf([
    { prefix: '', name: 'a.wav', size: big },
    { prefix: '', name: 'b.wav', size: 300_000_000 },
    { prefix: '', name: 'c.wav', size: 5 },
  ]);
  const head = await filesApi.send(url(id), { as: musician.person, method: 'HEAD' });
  const size = Number(head.headers['content-length']);
  const stretches = [
    [0, 99],
    [big - 100, big + 500],
    [size - 600, size - 1],
  ] as const;
  const whole = await readThrough(id, stretches);
  expect(whole.head).toContain(`content-length: ${size}\r\n`);
  expect(whole.count).toBe(size);
  for (const [index, [start, end]] of stretches.entries()) {
    const part = await archive(id, `bytes=${start}-${end}`);
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(part.body.equals(whole.stretches[index] ?? Buffer.alloc(0))).toBe(true);
  }
  expect(listZip(whole.stretches[2] ?? Buffer.alloc(0), size - 600)).toEqual([
    expect.objectContaining({ name: 'a.wav', size: big, crc32: sumOfZeros(big), offset: 0 }),
    expect.objectContaining({ name: 'b.wav', size: 300_000_000, offset: big + 30 + 5 + 9 + 20 }),
    expect.objectContaining({ name: 'c.wav', size: 5, crc32: crc32('hello') }),
  ]);
});

test('more than 65,535 files: all are listed, the system reads it, and it goes on from the middle', async ({
  filesApi,
  musician,
  folderOf,
  archive,
}) => {
  const files = Array.from({ length: 70_000 }, (_, index) => ({
    prefix: `takes ${index % 40}/`,
    name: `take ${index}.wav`,
    size: index < 2000 ? 5 : 0,
  }));
  const id = await folderOf(files);
  const whole = await archive(id);
  expect([whole.status, whole.cut, whole.body.length]).toEqual([
    200,
    false,
    Number(whole.headers['content-length']),
  ]);
  const unpacked = unpackZip(whole.body);
  expect(unpacked.size).toBe(70_000);
  expect(unpacked.get('takes 39/take 1999.wav')?.toString()).toBe('hello');
  const dir = await mkdtemp(join(tmpdir(), 'zip-'));
  await writeFile(join(dir, 'all.zip'), whole.body);
  expect(() => checkZip(join(dir, 'all.zip'))).not.toThrow();
  await rm(dir, { recursive: true });

  const middle = Math.floor(whole.body.length / 3);
  const request = { range: `bytes=${middle}-`, 'if-range': String(whole.headers.etag) };
  const rest = await filesApi.send(url(id), { as: musician.person, headers: request });
  expect(rest.status).toBe(206);
  expect(rest.body.equals(whole.body.subarray(middle))).toBe(true);
});

test('odd names: everything that was sent is in it once, and unpacks anywhere', async ({
  filesApi,
  client,
  session,
  archive,
}) => {
  const paths = [
    '🎸/🥁 solo.wav',
    'שיר \u200fחדש.wav',
    'drums\\close\\kick.wav',
    'drums/close/KICK.wav',
    'AUX.wav',
    'a/NUL',
    'end',
    'end.',
    'what? "this" *is* <it>|.wav',
    ' blanks .wav',
    '%2e%2e%2fup.wav',
    '../../out.wav',
  ];
  const { id } = await session();
  const sent = paths.map((path) => song(path));
  await filesApi.deliver(id, sent, client);
  const got = await archive(id);
  const unpacked = unpackZip(got.body);
  expect([...unpacked.keys()].toSorted()).toEqual(
    [
      '🎸/🥁 solo.wav',
      'שיר \u200fחדש.wav',
      'drums/close/KICK.wav',
      'drums/close/kick (2).wav',
      'AUX_.wav',
      'a/NUL_',
      'end',
      'end (2).',
      'what? "this" *is* <it>|.wav',
      'blanks .wav',
      '%2e%2e%2fup.wav',
      'out.wav',
    ].toSorted(),
  );
  expect([...unpacked.values()].map(String).toSorted()).toEqual(paths.toSorted());
  const dir = await mkdtemp(join(tmpdir(), 'zip-'));
  await writeFile(join(dir, 'odd.zip'), got.body);
  expect(() => checkZip(join(dir, 'odd.zip'))).not.toThrow();
  await rm(dir, { recursive: true });
});
