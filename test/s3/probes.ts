import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { bytesOf, codeOf, probeTest, type OpenStore } from './probed-store.ts';
import { linkProbes } from './probes-links.ts';
import { partsProbes } from './probes-parts.ts';
import { describe, expect } from 'vitest';

/** Requirements of any S3: the same probes run on our subset and on other servers. */
export function storageProbes(name: string, open: OpenStore): void {
  const base = probeTest(open);
  const test = base
    .extend(
      'read',
      { scope: 'file' },
      ({ store }) =>
        async (key: string): Promise<Buffer> =>
          bytesOf(await store.storage.get(key)),
    )
    .extend(
      'put',
      { scope: 'file' },
      ({ store }) =>
        (key: string, text: string): Promise<void> =>
          store.storage.put(key, Buffer.from(text), Buffer.byteLength(text), 'text/plain'),
    );

  partsProbes(name, base);
  linkProbes(name, base);

  describe(`${name}: objects`, () => {
    test('the bucket is made once, and again is no fault', async ({ store }) => {
      await store.storage.prepare();
      await store.storage.ping();
      const found = await store.s3.send(new HeadBucketCommand({ Bucket: store.bucket }));
      expect(found.$metadata.httpStatusCode).toBe(200);
    });

    test('a buffer and a stream are put and read back whole; a head tells the size, and the checksum or none', async ({
      store,
      read,
    }) => {
      const bytes = randomBytes(3_000_001);
      await store.storage.put('a/b c 🎸.wav', bytes, bytes.length, 'audio/wav');
      await store.storage.put('streamed', Readable.from([bytes]), bytes.length, 'audio/wav');
      for (const key of ['a/b c 🎸.wav', 'streamed']) {
        expect((await read(key)).equals(bytes)).toBe(true);
        const head = await store.storage.head(key);
        expect(head?.size).toBe(bytes.length);
        expect([null, crc32(bytes)]).toContain(head?.crc32);
        const { ContentType } = await store.s3.send(
          new HeadObjectCommand({ Bucket: store.bucket, Key: key }),
        );
        expect(ContentType).toBe('audio/wav');
      }
    });

    test('what is not there: no head, NoSuchKey', async ({ store, read }) => {
      expect(await store.storage.head('never')).toBeNull();
      expect(await codeOf(read('never'))).toBe('NoSuchKey');
    });

    test('an empty object', async ({ store, read, put }) => {
      await put('empty', '');
      expect(await store.storage.head('empty')).toMatchObject({ size: 0 });
      expect(await read('empty')).toEqual(Buffer.alloc(0));
    });

    test('another put replaces it', async ({ store, read, put }) => {
      await put('twice', 'one');
      await put('twice', 'other');
      expect((await read('twice')).toString()).toBe('other');
      expect((await store.storage.head('twice'))?.size).toBe(5);
    });

    test('ranges: first, middle, last bytes, past the end, none', async ({ store, put }) => {
      await put('range', '0123456789');
      const range = async (Range: string): Promise<string> => {
        const { Body } = await store.s3.send(
          new GetObjectCommand({ Bucket: store.bucket, Key: 'range', Range }),
        );
        return (await Body?.transformToString()) ?? '';
      };
      expect(await range('bytes=0-2')).toBe('012');
      expect(await range('bytes=4-5')).toBe('45');
      expect(await range('bytes=-3')).toBe('789');
      expect(await range('bytes=8-99')).toBe('89');
      expect(await codeOf(range('bytes=10-'))).toBe('InvalidRange');
      expect(
        (await bytesOf(await store.storage.get('range', { range: { start: 3, end: 3 } }))).toString(),
      ).toBe('3');
    });

    test('a copy has the same bytes', async ({ store, read, put }) => {
      await put('copied from', 'copied');
      const CopySource = `${store.bucket}/${encodeURIComponent('copied from')}`;
      await store.s3.send(new CopyObjectCommand({ Bucket: store.bucket, Key: 'copied', CopySource }));
      expect((await read('copied')).toString()).toBe('copied');
    });

    test('a list has pages and odd keys', async ({ store, put }) => {
      for (const key of ['list/<&>"\'', 'list/a', 'list/b']) await put(key, key);
      const page = { Bucket: store.bucket, Prefix: 'list/' };
      const first = await store.s3.send(new ListObjectsV2Command({ ...page, MaxKeys: 2 }));
      const ContinuationToken = first.NextContinuationToken;
      const rest = await store.s3.send(new ListObjectsV2Command({ ...page, ContinuationToken }));
      const keys = [...(first.Contents ?? []), ...(rest.Contents ?? [])].map(({ Key }) => Key);
      expect([first.IsTruncated, keys]).toEqual([true, ['list/<&>"\'', 'list/a', 'list/b']]);
    });

    test('what a check reads: every object of ours', async ({ store, put }) => {
      await put('sessions/7/user/take', 'take');
      const listed = await Array.fromAsync(store.storage.list());
      expect(listed.map(({ key, size }) => [key, size])).toContainEqual(['sessions/7/user/take', 4]);
      expect(listed.every(({ key }) => key.startsWith('sessions/'))).toBe(true);
      await store.storage.delete(['sessions/7/user/take']);
    });

    test('many are deleted at once, with odd keys and one that is not there; deleting again is no fault', async ({
      store,
      put,
    }) => {
      const keys = ['gone/1', 'gone/<&>"\'', 'gone/é 🎸', 'gone/never'];
      for (const key of keys.slice(0, 3)) await put(key, key);
      await store.storage.delete(keys);
      expect(await Promise.all(keys.map((key) => store.storage.head(key)))).toEqual([null, null, null, null]);
      await store.storage.delete(keys);
      await store.storage.delete([]);
    });
  });
}
