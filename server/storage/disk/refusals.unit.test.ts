import { randomBytes, randomUUID } from 'node:crypto';
import { open, readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CreateMultipartUploadCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, expect, vi } from 'vitest';
import { combineCrc32 } from './crc32.ts';
import { startTestStore, test as base } from '#test/rooms/disk-store.ts';
import { codeOf } from '#test/s3/probed-store.ts';

const Bucket = 'talkback';
const MIB = 1024 * 1024;
afterEach(() => {
  vi.restoreAllMocks();
});

const put = async (to: string, init: RequestInit = {}): Promise<number> =>
  (await fetch(to, { method: 'PUT', body: 'abc', ...init })).status;

const test = base
  .extend(
    'link',
    { scope: 'file' },
    ({ store }) =>
      (key: string, contentLength?: number) =>
        store.putLink(key, contentLength),
  )
  /** A PUT whose sender disconnects after `sent` bytes, once the store has begun to write. */
  .extend(
    'putAndVanish',
    { scope: 'file' },
    ({ store }) =>
      async (url: string, declared: number, sent: number): Promise<void> => {
        const req = request(url, { method: 'PUT', headers: { 'content-length': declared } });
        const gone = new Promise((done) => {
          req.on('close', done);
        });
        req.on('error', () => {});
        req.write(randomBytes(sent));
        await expect.poll(async () => (await store.files('tmp')).length).toBeGreaterThan(0);
        req.destroy();
        await gone;
      },
  );

test('a presigned link takes exactly the signed length, and only until it expires', async ({
  store,
  link,
}) => {
  const url = await link('signed', 5);
  expect((await fetch(url, { method: 'PUT', body: 'four' })).status).toBe(403);
  expect((await fetch(url, { method: 'PUT', body: 'sixsix' })).status).toBe(403);
  expect(await store.storage.head('signed')).toBeNull();
  expect((await fetch(url, { method: 'PUT', body: 'fives' })).status).toBe(200);
  expect(await store.storage.head('signed')).toMatchObject({ size: 5, crc32: crc32('fives') });
  store.moveClock({ seconds: 61 });
  const late = await fetch(url, { method: 'PUT', body: 'later' });
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')]);
  store.moveClock({ seconds: -61 });
});

test('a link changed in any way is refused: key, method, expiry, signature, an added header, no signature', async ({
  link,
}) => {
  const url = await link('mine', 3);
  expect(await put(url.replace('/mine?', '/yours?'))).toBe(403);
  expect(await put(url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).toBe(403);
  expect(await put(url.replace(/Signature=..../, 'Signature=0000'))).toBe(403);
  expect(await put(url.slice(0, url.indexOf('?')))).toBe(403);
  expect(await put(url, { headers: { 'x-amz-copy-source': 'talkback/range' } })).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  expect(await put(url.replace('/storage/talkback/mine', '/storage/talkback/%E0%A4%A'))).toBe(400);
  expect(await put(url)).toBe(200);
});

test('a link puts once: the same bytes again are fine, others are 412 and leave what is there', async ({
  store,
  link,
  read,
}) => {
  const url = await link('once', 3);
  expect(await put(url)).toBe(200);
  expect(await put(url)).toBe(200);
  const other = await fetch(url, { method: 'PUT', body: 'xyz' });
  expect([other.status, await other.text()]).toEqual([412, expect.stringContaining('PreconditionFailed')]);
  expect(await read('once')).toEqual(Buffer.from('abc'));
  expect(await store.files('tmp')).toEqual([]);
});

test('a wrong secret, and a signed clock 16 minutes off, are refused', async ({ store }) => {
  const Key = 'x';
  store.moveClock({ minutes: 16 });
  const call = codeOf(store.s3.send(new PutObjectCommand({ Bucket, Key, Body: 'x' })));
  expect(await call).toBe('RequestTimeTooSkewed');
  store.moveClock({ minutes: -16 });
  const stranger = await startTestStore();
  const theirs = (await stranger.putLink(Key)).replace(stranger.origin, store.origin);
  await stranger.close();
  const forged = theirs.replace('test-key', 'somebody');
  expect((await fetch(forged, { method: 'PUT', body: 'x' })).status).toBe(403);
  expect(await store.storage.head(Key)).toBeNull();
});

test('a cut-off upload leaves nothing', async ({ store, link, putAndVanish }) => {
  const data = (await store.files('data')).length;
  await putAndVanish(await link('cut', MIB), MIB, 100_000);
  await expect.poll(() => store.files('tmp')).toEqual([]);
  expect(await store.storage.head('cut')).toBeNull();
  expect((await store.files('data')).length).toBe(data);
});

test('5 GiB + 1 is refused before its body is read, and the line is cut', async ({ store, link }) => {
  const url = new URL(await link('huge'));
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.write(
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 5368709121\r\n\r\n`,
  );
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toContain('HTTP/1.1 400');
  expect(answer).toContain('EntityTooLarge');
  expect(await store.files('tmp')).toEqual([]);
});

test('no length is refused', async ({ link }) => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('abc'));
      controller.close();
    },
  });
  const half = { duplex: 'half' };
  const answer = await fetch(await link('chunked'), { method: 'PUT', body, ...half });
  expect(answer.status).toBe(411);
});

test('a full disk is 507 and leaves nothing, and the next upload works', async ({ store, link }) => {
  const handle = await open(join(store.dir, 'probe'), 'w');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  vi.spyOn(prototype, 'write').mockRejectedValueOnce(full);
  const answer = await fetch(await link('full', MIB), { method: 'PUT', body: randomBytes(MIB) });
  expect([answer.status, await answer.text()]).toEqual([507, expect.stringContaining('InsufficientStorage')]);
  expect(await store.storage.head('full')).toBeNull();
  expect(await store.files('tmp')).toEqual([]);
  expect((await fetch(await link('full', 3), { method: 'PUT', body: 'abc' })).status).toBe(200);
});

test('a full disk at the last step leaves neither the object nor its bytes', async ({ store, link }) => {
  const data = (await store.files('data')).length;
  const handle = await open(join(store.dir, 'probe'), 'w');
  const prototype = Object.getPrototypeOf(handle);
  await handle.close();
  vi.spyOn(prototype, 'writeFile').mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'ENOSPC' }));
  const answer = await fetch(await link('last', 3), { method: 'PUT', body: 'abc' });
  expect(answer.status).toBe(507);
  expect(await store.storage.head('last')).toBeNull();
  expect((await store.files('data')).length).toBe(data);
});

test.for([
  '../../../etc/passwd',
  'a/../../b',
  '%2e%2e%2fescape',
  'a\\..\\b',
  'nul\0nul',
  'rtl \u202egpj.exe',
  '"quotes" \'and\' <tags>&',
  '🎸/🥁 é.wav',
  'x'.repeat(255),
])('the key %j is data: stored, read back, nothing outside its folder', async (Key, { store }) => {
  // The SDK's own URL is used unchanged: nothing on the way may resolve it.
  await store.storage.put(Key, Buffer.from(Key), Buffer.byteLength(Key), 'text/plain');
  const found = await store.storage.get(Key);
  expect(Buffer.concat(await found.toArray()).toString()).toBe(Key);
  const names = (await store.files('.')).map((path) => path.slice(store.dir.length + 1));
  const safe = /^(?:probe|(?:data\/..\/[0-9a-f-]{36})|(?:objects\/..\/[0-9a-f]{64}\.json))$/;
  expect(names.filter((name) => !safe.test(name))).toEqual([]);
  await store.storage.delete([Key]);
  expect(await store.storage.head(Key)).toBeNull();
});

test('every answer is an attachment, not sniffed, in a sandbox; a page on any origin may read it with a link', async ({
  store,
}) => {
  await store.s3.send(
    new PutObjectCommand({ Bucket, Key: 'evil.html', Body: '<script>', ContentType: 'text/html' }),
  );
  const url = await store.storage.presignGet({
    key: 'evil.html',
    filename: 'e.html',
    expiresIn: 60,
    origin: store.origin,
  });
  for (const answer of [await fetch(url), await fetch(`${store.origin}/storage/talkback/evil.html`)]) {
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe('sandbox');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    await answer.arrayBuffer();
  }
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:4001', 'access-control-request-headers': 'content-type' },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
});

test('what a crash between temp file, rename and record leaves is invisible and swept; what is whole stays', async ({
  store,
  read,
}) => {
  await store.s3.send(new PutObjectCommand({ Bucket, Key: 'whole', Body: 'whole' }));
  await store.s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'open' }));
  const temp = join(store.dir, 'tmp', randomUUID());
  const [group = ''] = await readdir(join(store.dir, 'data'));
  const orphan = join(store.dir, 'data', group, `${group}${randomUUID().slice(2)}`);
  await writeFile(temp, 'half');
  await writeFile(orphan, 'renamed, never recorded');
  const keys = (await store.s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount;
  expect(await store.disk.sweep()).toEqual({ temporary: 1, uploads: 0, orphans: 1 });
  store.moveClock({ hours: 7 * 24 + 1 });
  expect(await store.disk.sweep()).toEqual({ temporary: 0, uploads: 1, orphans: 0 });
  store.moveClock({ hours: -(7 * 24 + 1) });
  expect((await store.s3.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(keys);
  expect((await read('whole')).toString()).toBe('whole');
});

test('a sweep in the middle of an upload does not touch it', async ({ store, link, read }) => {
  const body = randomBytes(MIB);
  const req = request(await link('swept', MIB), { method: 'PUT', headers: { 'content-length': MIB } });
  const answered = new Promise<number | undefined>((done, failed) => {
    req.on('response', (res) => done(res.resume().statusCode));
    req.on('error', failed);
  });
  req.write(body.subarray(0, 1000));
  await expect.poll(async () => (await store.files('tmp')).length).toBe(1);
  expect(await store.disk.sweep()).toMatchObject({ temporary: 0, orphans: 0 });
  req.end(body.subarray(1000));
  expect(await answered).toBe(200);
  expect((await read('swept')).equals(body)).toBe(true);
});

test('64 uploads of 8 MiB at once: flat memory, every byte right', async ({ store, link }) => {
  const size = 8 * MIB;
  const chunk = randomBytes(64 * 1024);
  const expected = Array.from({ length: size / chunk.length }).reduce<number>((sum) => crc32(chunk, sum), 0);
  const upload = async (key: string): Promise<number | undefined> => {
    const req = request(await link(key, size), { method: 'PUT', headers: { 'content-length': size } });
    const answered = new Promise<number | undefined>((done, failed) => {
      req.on('response', (res) => done(res.resume().statusCode));
      req.on('error', failed);
    });
    for (let sent = 0; sent < size; sent += chunk.length) {
      if (!req.write(chunk)) await new Promise((drained) => req.once('drain', drained));
    }
    req.end();
    return answered;
  };
  await upload('warm');
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 10);
  const keys = Array.from({ length: 64 }, (_, index) => `parallel/${index}`);
  expect(new Set(await Promise.all(keys.map(upload)))).toEqual(new Set([200]));
  clearInterval(watch);
  // Half a GiB was sent; sender and store together may hold a few buffers for each.
  expect((peak - before) / MIB).toBeLessThan(160);
  for (const key of keys) expect(await store.storage.head(key)).toMatchObject({ size, crc32: expected });
});

test('CRC-32 of two runs is combined from their own', () => {
  for (const length of [0, 1, 2, 255, 65_536, 5 * MIB + 1]) {
    const [first, second] = [randomBytes(1000), randomBytes(length)];
    expect(combineCrc32(crc32(first), crc32(second), length)).toBe(crc32(Buffer.concat([first, second])));
  }
});
