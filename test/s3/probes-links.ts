import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect } from 'vitest';
import { ObjectChanged, type Completed } from '#server/ctx/storage.ts';
import { wholeFilePart } from '#server/storage/uploads.ts';
import { bytesOf, type ProbeTest } from './probed-store.ts';

const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': 'audio/wav', ...headers } });

/** Requirements of links: they send a whole file, and nothing changes it after its completion. */
export function linkProbes(name: string, base: ProbeTest): void {
  const test = base
    .extend(
      'begin',
      { scope: 'file' },
      ({ store: { storage, origin } }) =>
        async (key: string, contentLength: number | null) => {
          const uploadId = await storage.create(key, 'audio/wav');
          const request = wholeFilePart(uploadId, contentLength);
          return { uploadId, url: await storage.presignParts({ key, request, expiresIn: 60, origin }) };
        },
    )
    .extend(
      'complete',
      { scope: 'file' },
      ({ store: { storage } }) =>
        async (key: string, uploadId: string): Promise<Completed> => {
          const [part] = (await storage.parts(key, uploadId)) ?? [];
          if (part === undefined) throw new Error('no part has arrived');
          const whole = await storage.complete(key, uploadId, part);
          if (whole === null) throw new Error('the upload is unknown');
          return whole;
        },
    )
    .extend(
      'read',
      { scope: 'file' },
      ({ store: { storage } }) =>
        async ({ key, object }: Completed): Promise<string> =>
          (await bytesOf(await storage.get(key, { pin: object }))).toString(),
    );

  describe(`${name}: links`, () => {
    test('a browser puts what was announced, and gets it under its name', async ({
      store,
      begin,
      complete,
    }) => {
      const { storage, origin } = store;
      const { uploadId, url } = await begin('linked', 4);
      expect((await send(url, 'take')).status).toBe(200);
      expect(await storage.head('linked'), 'nothing is there until it is completed').toBeNull();
      const { key, object } = await complete('linked', uploadId);
      expect(object.size).toBe(4);
      const got = await storage.presignGet({
        key,
        filename: 'Café "solo" 🎸.wav',
        contentType: 'audio/wav',
        version: object.version,
        expiresIn: 60,
        origin,
      });
      const answer = await fetch(got);
      expect([answer.status, await answer.text()]).toEqual([200, 'take']);
      expect(answer.headers.get('content-type')).toBe('audio/wav');
      expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Caf%C3%A9");
      const part = await fetch(got, { headers: { range: 'bytes=1-2' } });
      expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
        206,
        'ak',
        'bytes 1-2/4',
      ]);
    });

    test('another length than was announced is refused and leaves nothing', async ({ store, begin }) => {
      const { uploadId, url } = await begin('longer', 4);
      expect((await send(url, 'takes')).status).toBeGreaterThanOrEqual(400);
      expect(await store.storage.parts('longer', uploadId)).toEqual([]);
    });

    test('a link without a length takes any; an empty file is a file', async ({ begin, complete, read }) => {
      const any = await begin('any', null);
      expect((await send(any.url, 'anything')).status).toBe(200);
      expect((await complete('any', any.uploadId)).object.size).toBe(8);
      const none = await begin('none', 0);
      expect((await send(none.url, '')).status).toBe(200);
      const empty = await complete('none', none.uploadId);
      expect([empty.object.size, await read(empty)]).toEqual([0, '']);
    });

    test('sent again before it is completed, the last counts; what was listed by its ETag is not completed', async ({
      store,
      begin,
      complete,
      read,
    }) => {
      const { uploadId, url } = await begin('again', 4);
      await send(url, 'one ');
      const [first] = (await store.storage.parts('again', uploadId)) ?? [];
      await send(url, 'two ');
      if (first === undefined) throw new Error('no part has arrived');
      await expect(store.storage.complete('again', uploadId, first)).rejects.toMatchObject({
        name: 'InvalidPart',
      });
      expect(await read(await complete('again', uploadId))).toBe('two ');
    });

    test('once completed, no link changes a byte: not sent again, not in another size, not as a copy', async ({
      store,
      begin,
      complete,
      read,
    }) => {
      const { storage, s3, bucket: Bucket } = store;
      await s3.send(new PutObjectCommand({ Bucket, Key: 'secret', Body: 'secret' }));
      for (const length of [4, null]) {
        const key = `listed/${length}`;
        const { uploadId, url } = await begin(key, length);
        await send(url, 'take');
        const whole = await complete(key, uploadId);
        const late = [
          await send(url, 'fake'),
          await send(url, 'a longer fake'),
          await send(url, '', { 'x-amz-copy-source': `/${Bucket}/secret` }),
          await send(url, 'fake', { 'x-amz-acl': 'public-read' }),
        ];
        expect(late.map(({ ok }) => ok)).toEqual([false, false, false, false]);
        expect(await read(whole)).toBe('take');
        expect((await storage.verify(whole.key, whole.object)).size).toBe(4);
        expect(await storage.completed(key, uploadId)).toEqual({
          key: whole.key,
          object: expect.objectContaining({ etag: whole.object.etag, size: 4 }),
        });
      }
    });

    test('what is changed past the links is noticed by every pinned read, as is what is gone', async ({
      store,
      begin,
      complete,
      read,
    }) => {
      const { storage } = store;
      const { uploadId, url } = await begin('pinned', 4);
      await send(url, 'take');
      const whole = await complete('pinned', uploadId);
      await storage.put(whole.key, Buffer.from('fake'), 4, 'audio/wav');
      await expect(read(whole)).rejects.toThrow(ObjectChanged);
      await expect(storage.verify(whole.key, whole.object)).rejects.toThrow(ObjectChanged);
      await storage.delete([whole.key]);
      await expect(storage.verify(whole.key, whole.object)).rejects.toThrow(ObjectChanged);
      await expect(read(whole)).rejects.toThrow(ObjectChanged);
    });

    test('completed by two calls at once, both tell of the same object', async ({ store, begin, read }) => {
      const { uploadId, url } = await begin('twice completed', 4);
      await send(url, 'take');
      const { storage } = store;
      const [part] = (await storage.parts('twice completed', uploadId)) ?? [];
      if (part === undefined) throw new Error('no part has arrived');
      const all = await Promise.all([1, 2].map(() => storage.complete('twice completed', uploadId, part)));
      const found = new Set(all.map((whole) => `${whole?.key} ${whole?.object.etag}`));
      expect(found.size).toBe(1);
      for (const whole of all) expect(whole && (await read(whole))).toBe('take');
    });

    test('given up: its link is over', async ({ store, begin }) => {
      const { uploadId, url } = await begin('cancelled', 4);
      await store.storage.abort('cancelled', uploadId);
      expect((await send(url, 'take')).status).toBe(404);
      expect(await store.storage.completed('cancelled', uploadId)).toBeNull();
    });

    test('a changed link is refused', async ({ store, begin }) => {
      const { url } = await begin('mine', 4);
      expect((await send(url.replace('/mine?', '/yours?'), 'take')).status).toBe(403);
      expect(await store.storage.head('yours')).toBeNull();
    });

    test('a page on another origin may put', async ({ begin }) => {
      const { url } = await begin('cors', 4);
      const answer = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:4000',
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type',
        },
      });
      expect(answer.ok).toBe(true);
      expect(['*', 'http://localhost:4000']).toContain(answer.headers.get('access-control-allow-origin'));
      expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
      expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    });
  });
}
