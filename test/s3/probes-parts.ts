import { randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect } from 'vitest';
import type { PartsRequest } from '#server/ctx/storage.ts';
import { bytesOf, codeOf, type ProbeTest } from './probed-store.ts';

const MIB = 1024 * 1024;

/** Errors of services for an unknown upload: Ceph names the key, and differs for a completion. */
const UNKNOWN = ['NoSuchUpload', 'NoSuchKey', 'InternalError'];

/** Requirements of multipart uploads: by the SDK, our gateway and browsers' links. */
export function partsProbes(name: string, base: ProbeTest): void {
  const test = base
    .extend(
      'read',
      { scope: 'file' },
      ({ store }) =>
        async (key: string): Promise<Buffer> =>
          bytesOf(await store.storage.get(key)),
    )
    .extend(
      'begin',
      { scope: 'file' },
      ({ store: { s3, bucket: Bucket } }) =>
        async (Key: string): Promise<string> =>
          (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }))).UploadId ?? '',
    )
    .extend(
      'putPart',
      { scope: 'file' },
      ({ store: { s3, bucket: Bucket } }) =>
        async (Key: string, UploadId: string, PartNumber: number, Body: Buffer) =>
          (await s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag,
    )
    .extend(
      'complete',
      { scope: 'file' },
      ({ store: { s3, bucket: Bucket } }) =>
        (Key: string, UploadId: string, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
          s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })),
    );

  describe(`${name}: uploads in parts`, () => {
    test('in any order, one sent again, listed in pages, invisible until whole; ranges across parts', async ({
      store,
      read,
      begin,
      putPart,
      complete,
    }) => {
      const Bucket = store.bucket;
      const Key = 'multi';
      const UploadId = await begin(Key);
      const parts = [randomBytes(5 * MIB), randomBytes(5 * MIB + 3), randomBytes(17)];
      const third = await putPart(Key, UploadId, 3, parts[2] ?? Buffer.alloc(0));
      await putPart(Key, UploadId, 1, randomBytes(9));
      const second = await putPart(Key, UploadId, 2, parts[1] ?? Buffer.alloc(0));
      const first = await putPart(Key, UploadId, 1, parts[0] ?? Buffer.alloc(0));
      const page = await store.s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
      expect(page.Parts?.map((part) => [part.PartNumber, part.Size])).toEqual([
        [1, 5 * MIB],
        [2, 5 * MIB + 3],
      ]);
      expect([page.IsTruncated, page.NextPartNumberMarker]).toEqual([true, '2']);
      const rest = new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: '2' });
      expect((await store.s3.send(rest)).Parts?.map((part) => part.PartNumber)).toEqual([3]);
      expect(await store.storage.head(Key)).toBeNull();

      const told = [first, second, third].map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
      await complete(Key, UploadId, told);
      // a browser that missed the response retries
      await complete(Key, UploadId, told);
      const whole = Buffer.concat(parts);
      expect((await read(Key)).equals(whole)).toBe(true);
      const head = await store.storage.head(Key);
      expect(head?.size).toBe(whole.length);
      expect([null, crc32(whole)]).toContain(head?.crc32);
      const across = await bytesOf(
        await store.storage.get(Key, { range: { start: 5 * MIB - 2, end: 5 * MIB + 1 } }),
      );
      expect(across.equals(whole.subarray(5 * MIB - 2, 5 * MIB + 2))).toBe(true);
      await store.storage.delete([Key]);
      expect(await store.storage.head(Key)).toBeNull();
    });

    test('refused: a wrong part, a small one in the middle, a wrong order, another key, an unknown upload', async ({
      begin,
      putPart,
      complete,
    }) => {
      const Key = 'refused';
      const id = await begin(Key);
      const [one, two] = [
        await putPart(Key, id, 1, Buffer.from('small')),
        await putPart(Key, id, 2, Buffer.from('small')),
      ];
      const first = { PartNumber: 1, ETag: one };
      const second = { PartNumber: 2, ETag: two };
      expect(await codeOf(complete(Key, id, [{ PartNumber: 1, ETag: 'nonsense' }]))).toBe('InvalidPart');
      expect(await codeOf(complete(Key, id, [first, second]))).toBe('EntityTooSmall');
      expect(['InvalidPartOrder', 'EntityTooSmall']).toContain(
        await codeOf(complete(Key, id, [second, first])),
      );
      expect(UNKNOWN).toContain(await codeOf(complete('other', id, [first])));
      const unknown = Buffer.from(randomUUID()).toString('base64url');
      expect(UNKNOWN).toContain(await codeOf(complete(Key, unknown, [first])));
    });

    test('a browser begins, sends, lists and completes by links; what is over can be given up without a fault', async ({
      store,
      read,
    }) => {
      const key = 'by links';
      const ask = async (request: PartsRequest, method: string, body?: string): Promise<Response> => {
        const url = await store.storage.presignParts({ key, request, expiresIn: 60, origin: store.origin });
        return fetch(url, { method, ...(body === undefined ? {} : { body }) });
      };
      const begun = await ask({ kind: 'create', contentType: 'audio/wav' }, 'POST');
      const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(await begun.text())?.[1] ?? '';
      const part = { kind: 'part', uploadId, partNumber: 1, contentLength: 4 } as const;
      expect((await ask(part, 'PUT', 'takes')).status).toBeGreaterThanOrEqual(400);
      const sent = await ask(part, 'PUT', 'take');
      expect([begun.status, sent.status]).toEqual([200, 200]);
      expect(await store.storage.parts(key, uploadId)).toMatchObject([{ number: 1, size: 4 }]);
      expect(await (await ask({ kind: 'parts', uploadId }, 'GET')).text()).toContain('<Size>4</Size>');
      const told = `<Part><PartNumber>1</PartNumber><ETag>${sent.headers.get('etag')}</ETag></Part>`;
      const body = `<CompleteMultipartUpload>${told}</CompleteMultipartUpload>`;
      const whole = await ask({ kind: 'complete', uploadId }, 'POST', body);
      expect([whole.status, await whole.text()]).toEqual([200, expect.stringContaining('<ETag>')]);
      expect((await read(key)).toString()).toBe('take');
      await store.storage.abort(key, uploadId);
      expect((await read(key)).toString()).toBe('take');
    });

    test('the server lists and gives up what a browser left; an unknown upload has no parts', async ({
      store,
      begin,
      putPart,
    }) => {
      const UploadId = await begin('left');
      await putPart('left', UploadId, 1, Buffer.from('part'));
      expect(await store.storage.parts('left', UploadId)).toMatchObject([{ number: 1, size: 4 }]);
      await store.storage.abort('left', UploadId);
      await store.storage.abort('left', UploadId);
      expect(await store.storage.parts('left', UploadId)).toBeNull();
    });

    test('given up: nothing is left, and what comes after is refused', async ({
      store,
      begin,
      putPart,
      complete,
    }) => {
      const Bucket = store.bucket;
      const Key = 'aborted';
      const UploadId = await begin(Key);
      const ETag = await putPart(Key, UploadId, 1, Buffer.from('part'));
      await store.s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      expect(UNKNOWN).toContain(await codeOf(complete(Key, UploadId, [{ PartNumber: 1, ETag }])));
      expect(UNKNOWN).toContain(await codeOf(store.s3.send(new ListPartsCommand({ Bucket, Key, UploadId }))));
      expect(await codeOf(putPart(Key, UploadId, 2, Buffer.from('late')))).toBe('NoSuchUpload');
      expect(await store.storage.head(Key)).toBeNull();
    });
  });
}
