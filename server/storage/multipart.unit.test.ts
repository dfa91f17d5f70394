import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { PartsRequest } from '../ctx/storage.ts';
import { crc32ToBase64 } from './disk/crc32.ts';
import { test as base } from '#test/rooms/disk-store.ts';
import { textOf } from './disk/xml.ts';
import { createStorage } from './gateway.ts';

const MIB = 1024 * 1024;

const test = base
  /** One request as a browser sends it by a link, with only its own headers. */
  .extend(
    'send',
    { scope: 'file' },
    ({ store }) =>
      async (
        key: string,
        request: PartsRequest,
        body?: Buffer<ArrayBuffer> | string,
      ): Promise<{ status: number; text: string; etag: string }> => {
        const link = await store.storage.presignParts({ key, request, expiresIn: 60, origin: store.origin });
        const method = { create: 'POST', part: 'PUT', parts: 'GET', complete: 'POST', abort: 'DELETE' }[
          request.kind
        ];
        const type = request.kind === 'part' ? {} : { 'content-type': 'audio/wav' };
        const answer = await fetch(link, { method, ...(body === undefined ? {} : { body, headers: type }) });
        return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
      },
  )
  .extend('begin', { scope: 'file' }, ({ send }) => async (key: string): Promise<string> => {
    const { text } = await send(key, { kind: 'create', contentType: 'audio/wav' }, '');
    return textOf(text, 'UploadId') ?? '';
  })
  .extend(
    'sendPart',
    { scope: 'file' },
    ({ send }) =>
      (
        key: string,
        uploadId: string,
        partNumber: number,
        body: Buffer<ArrayBuffer>,
        contentLength = body.length,
      ) =>
        send(key, { kind: 'part', uploadId, partNumber, contentLength }, body),
  );

const completion = (etags: readonly string[]): string => {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
};

describe('an upload in parts by links', () => {
  test('is begun, sent, listed and completed; its CRC-32 is that of the whole', async ({
    store,
    send,
    begin,
    sendPart,
  }) => {
    const key = 'parts/whole';
    const parts = [randomBytes(5 * MIB), randomBytes(77)] as const;
    const uploadId = await begin(key);
    expect(await store.storage.parts(key, uploadId)).toEqual([]);
    const second = await sendPart(key, uploadId, 2, parts[1]);
    expect(await store.storage.parts(key, uploadId)).toMatchObject([{ number: 2, size: 77 }]);
    const first = await sendPart(key, uploadId, 1, parts[0]);
    const listed = await send(key, { kind: 'parts', uploadId });
    expect([listed.status, listed.text.match(/<PartNumber>/g)?.length]).toEqual([200, 2]);
    expect(await store.storage.head(key)).toBeNull();

    const done = await send(key, { kind: 'complete', uploadId }, completion([first.etag, second.etag]));
    expect(done.status).toBe(200);
    const whole = Buffer.concat(parts);
    expect(textOf(done.text, 'ChecksumCRC32')).toBe(crc32ToBase64(crc32(whole)));
    // Headers that a browser's uploader needs.
    expect(textOf(done.text, 'Location')).toBe(`/storage/talkback/${key}`);
    expect(textOf(done.text, 'Key')).toBe(key);
    expect(await store.storage.head(key)).toMatchObject({ size: whole.length, crc32: crc32(whole) });
    expect(await store.storage.parts(key, uploadId)).toBeNull();
  });

  test("a part's link takes exactly the signed length, its number and its upload", async ({
    store,
    begin,
    sendPart,
  }) => {
    const key = 'parts/exact';
    const uploadId = await begin(key);
    expect((await sendPart(key, uploadId, 1, Buffer.alloc(9), 10)).status).toBe(403);
    expect((await sendPart(key, uploadId, 1, Buffer.alloc(11), 10)).status).toBe(403);
    const link = await store.storage.presignParts({
      key,
      request: { kind: 'part', uploadId, partNumber: 1, contentLength: 10 },
      expiresIn: 60,
      origin: store.origin,
    });
    expect(new URL(link).searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host');
    for (const [name, value] of [
      ['partNumber', '2'],
      ['uploadId', await begin(key)],
    ] as const) {
      const changed = new URL(link);
      changed.searchParams.set(name, value);
      expect([name, (await fetch(changed, { method: 'PUT', body: Buffer.alloc(10) })).status]).toEqual([
        name,
        403,
      ]);
    }
    expect(await store.storage.parts(key, uploadId)).toEqual([]);
    expect((await fetch(link, { method: 'PUT', body: Buffer.alloc(10) })).status).toBe(200);
    await store.storage.abort(key, uploadId);
  });

  test('a completion never replaces what is there', async ({ store, send, begin, sendPart }) => {
    const key = 'parts/there';
    const [first, second] = [await begin(key), await begin(key)];
    const one = await sendPart(key, first, 1, Buffer.from('one'));
    const two = await sendPart(key, second, 1, Buffer.from('two'));
    expect((await send(key, { kind: 'complete', uploadId: first }, completion([one.etag]))).status).toBe(200);
    expect((await send(key, { kind: 'complete', uploadId: second }, completion([two.etag]))).status).toBe(
      412,
    );
    expect((await send(key, { kind: 'complete', uploadId: first }, completion([one.etag]))).status).toBe(200);
    expect((await store.storage.head(key))?.crc32).toBe(crc32('one'));
    await store.storage.abort(key, second);
  });

  test('given up by its link or by the server, nothing of it stays, and once more is nothing', async ({
    store,
    send,
    begin,
    sendPart,
  }) => {
    const before = [await store.files('data'), await store.files('uploads')];
    const byLink = await begin('parts/link');
    await sendPart('parts/link', byLink, 1, randomBytes(1000));
    expect((await send('parts/link', { kind: 'abort', uploadId: byLink })).status).toBe(204);
    const byServer = await begin('parts/server');
    await sendPart('parts/server', byServer, 1, randomBytes(1000));
    await store.storage.abort('parts/server', byServer);
    expect([await store.files('data'), await store.files('uploads')]).toEqual(before);
    expect((await sendPart('parts/server', byServer, 2, randomBytes(5))).status).toBe(404);
    for (const id of [byServer, 'never was', '../objects']) {
      await store.storage.abort('parts/server', id);
      expect(await store.storage.parts('parts/server', id)).toBeNull();
    }
  });

  test('storage that refuses is no unknown upload', async ({ store, begin }) => {
    const uploadId = await begin('parts/late');
    const stranger = createStorage({
      ...store.identity,
      secretAccessKey: 'wrong',
      endpoint: `${store.origin}/storage`,
      publicEndpoint: null,
    });
    await expect(stranger.parts('parts/late', uploadId)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    await store.storage.abort('parts/late', uploadId);
  });
});

test('more parts than one page lists are all counted', async ({ store, begin, sendPart }) => {
  const key = 'parts/many';
  const uploadId = await begin(key);
  const bytes = Buffer.from('x');
  for (let first = 1; first <= 1001; first += 50) {
    const numbers = Array.from({ length: Math.min(50, 1002 - first) }, (_, index) => first + index);
    await Promise.all(numbers.map((number) => sendPart(key, uploadId, number, bytes)));
  }
  const parts = await store.storage.parts(key, uploadId);
  expect(parts?.map(({ number }) => number)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
  await store.storage.abort(key, uploadId);
});
