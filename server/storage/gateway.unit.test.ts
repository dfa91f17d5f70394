import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { test as base } from '#test/rooms/disk-store.ts';
import { inParallel } from '../lib/parallel.ts';
import { contentDisposition } from './content-disposition.ts';
import { createStorage } from './gateway.ts';
import { inProcessAgent } from './open.ts';

/** As in production: the server reaches the store inside the process, browsers on their front's origin. */
const test = base.extend('storage', { scope: 'file' }, ({ store }) =>
  createStorage({
    ...store.identity,
    endpoint: 'http://storage.internal/storage',
    publicEndpoint: '{origin}/storage',
    agent: inProcessAgent(store.disk),
  }),
);

test('the server puts, heads, reads and deletes without a port, whatever the clock says', async ({
  store,
  storage,
}) => {
  store.moveClock({ hours: 24 * 400 });
  await storage.prepare();
  await storage.ping();
  const bytes = randomBytes(3_000_000);
  await storage.put('a', bytes, bytes.length, 'audio/wav');
  await storage.put('b', Readable.from([bytes]), bytes.length, 'audio/wav');
  expect(await storage.head('b')).toMatchObject({ size: bytes.length, crc32: crc32(bytes) });
  expect(Buffer.concat(await (await storage.get('b')).toArray()).equals(bytes)).toBe(true);
  const part = await storage.get('a', { range: { start: 10, end: 19 } });
  expect(Buffer.concat(await part.toArray())).toEqual(bytes.subarray(10, 20));
  await storage.delete(['a', 'b', 'never there']);
  expect(await storage.head('a')).toBeNull();
  store.moveClock({ hours: -24 * 400 });
});

test('a list has all of our objects, page by page, with what is on the disk', async ({ storage }) => {
  await storage.put('elsewhere', Buffer.from('not ours'), 8, 'audio/wav');
  const keys = Array.from({ length: 1002 }, (_, n) => `sessions/${n}/user/take`);
  await inParallel(50, keys, (key) => storage.put(key, Buffer.from('take'), 4, 'audio/wav'));
  const listed = await Array.fromAsync(storage.list());
  expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
  expect(new Set(listed.map(({ size }) => size))).toEqual(new Set([4]));
  await storage.delete([...keys, 'elsewhere']);
});

test('a browser puts and gets by links on the origin it is on, dated by the clock given', async ({
  store,
  storage,
}) => {
  store.moveClock({ hours: 30 });
  const origin = store.origin;
  const uploadId = await storage.create('k', 'audio/wav');
  const request = { kind: 'part', uploadId, partNumber: 1, contentLength: 4 } as const;
  const put = await storage.presignParts({ key: 'k', request, expiresIn: 60, origin });
  expect(put.startsWith(`${origin}/storage/talkback/k?`)).toBe(true);
  expect(new URL(put).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
  expect(
    [...new URL(put).searchParams.keys()].filter((name) => /checksum-crc|sdk-checksum/i.test(name)),
  ).toEqual([]);
  const sent = await fetch(put, { method: 'PUT', body: 'take', headers: { 'content-type': 'audio/wav' } });
  expect(sent.status).toBe(200);
  const [part] = (await storage.parts('k', uploadId)) ?? [];
  if (part === undefined) throw new Error('no part has arrived');
  await storage.complete('k', uploadId, part);
  const filename = 'Café "solo" 🎸 \u200fא;.wav';
  const get = await storage.presignGet({
    key: 'k',
    filename,
    contentType: 'audio/wav',
    expiresIn: 60,
    origin,
  });
  const answer = await fetch(get);
  expect(await answer.text()).toBe('take');
  expect(answer.headers.get('content-type')).toBe('audio/wav');
  expect(answer.headers.get('content-disposition')).toBe(contentDisposition(filename));
  store.moveClock({ hours: -30 });
});

test('another origin gets its own link, and S3 its public endpoint', async ({ store, storage }) => {
  const link = { key: 'k', filename: 'k', expiresIn: 60, origin: 'https://partners.studio.test' };
  expect(await storage.presignGet(link)).toMatch(/^https:\/\/partners\.studio\.test\/storage\/talkback\/k\?/);
  const s3 = createStorage({
    ...store.identity,
    endpoint: 'http://minio:9000',
    publicEndpoint: 'https://files.studio.test',
  });
  expect(await s3.presignGet(link)).toMatch(/^https:\/\/files\.studio\.test\/talkback\/k\?/);
  const amazon = createStorage({ ...store.identity, endpoint: null, publicEndpoint: null });
  expect(await amazon.presignGet(link)).toMatch(/^https:\/\/talkback\.s3\.[a-z0-9.-]*amazonaws\.com\/k\?/);
});

test('storage that cannot be reached is away: ping fails, and a head is not taken for an absent file', async ({
  store,
}) => {
  const away = createStorage({ ...store.identity, endpoint: 'http://127.0.0.1:1', publicEndpoint: null });
  await expect(away.ping()).rejects.toMatchObject({
    message: 'storage away',
    cause: { code: 'ECONNREFUSED' },
  });
  const stranger = createStorage({
    ...store.identity,
    secretAccessKey: 'wrong',
    endpoint: `${store.origin}/storage`,
    publicEndpoint: null,
  });
  await expect(stranger.head('k')).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
});

test.for([
  [500, 'storage away'],
  [503, 'storage away'],
] as const)('storage that answers %i to all tries is away', async ([status, message], { store }) => {
  const server = createServer((_request, response) => response.writeHead(status).end());
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const failing = createStorage({
    ...store.identity,
    endpoint: `http://127.0.0.1:${port}`,
    publicEndpoint: null,
  });
  await expect(failing.get('k')).rejects.toThrow(message);
  await expect(failing.delete(['k'])).rejects.toThrow(message);
  server.closeAllConnections();
  server.close();
});

test('a download carries its name for old and new readers', () => {
  expect(contentDisposition('take 1.wav')).toBe(
    `attachment; filename="take 1.wav"; filename*=UTF-8''take%201.wav`,
  );
  expect(contentDisposition(`"a\\b" 'c'*é🎸.wav`)).toBe(
    `attachment; filename="_a_b_ 'c'*__.wav"; filename*=UTF-8''%22a%5Cb%22%20%27c%27%2A%C3%A9%F0%9F%8E%B8.wav`,
  );
});

test('any name comes back whole from its download header, and never breaks out of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
      const header = contentDisposition(name);
      expect(header).toMatch(/^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w%.~!-]*$/);
      expect(header).toMatch(/^[\x20-\x7e]+$/);
      expect(decodeURIComponent(header.slice(header.indexOf("UTF-8''") + 7))).toBe(name.toWellFormed());
    }),
  );
});
