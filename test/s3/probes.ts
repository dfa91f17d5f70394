import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { partsProbes } from './probes-parts.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../lib/storage.ts';

/** A store as the probes see it: by the SDK, and by our gateway, which has made the bucket. */
export interface ProbedStore {
  readonly s3: S3Client;
  readonly storage: Storage;
  readonly bucket: string;
  /** The origin of the page that a browser would be on. */
  readonly origin: string;
}

/** A body, whole. */
export const bytesOf = async (body: Readable): Promise<Buffer> => Buffer.concat(await body.toArray());

/** The name of a refusal. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
}

const send = (url: string, body: string) =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': 'audio/wav' } });

/** What Talkback needs of any S3, asked of a real one: the same probes for our subset and for another server. */
export function storageProbes(name: string, open: () => ProbedStore | Promise<ProbedStore>): void {
  let store: ProbedStore;
  let Bucket: string;
  beforeAll(async () => {
    store = await open();
    Bucket = store.bucket;
    await store.storage.prepare();
  });
  const read = async (key: string): Promise<Buffer> => bytesOf(await store.storage.get(key));
  const put = (key: string, text: string): Promise<void> =>
    store.storage.put(key, Buffer.from(text), Buffer.byteLength(text), 'text/plain');

  const link = (key: string, contentLength?: number) =>
    store.storage.presignPut({
      key,
      contentType: 'audio/wav',
      contentLength,
      expiresIn: 60,
      origin: store.origin,
    });

  partsProbes(name, () => store);

  describe(`${name}: objects`, () => {
    test('the bucket is made once, and again is no fault', async () => {
      await store.storage.prepare();
      await store.storage.ping();
      const found = await store.s3.send(new HeadBucketCommand({ Bucket }));
      expect(found.$metadata.httpStatusCode).toBe(200);
    });

    test('a buffer and a stream are put and read back whole; a head tells the size, and the checksum or none', async () => {
      const bytes = randomBytes(3_000_001);
      await store.storage.put('a/b c 🎸.wav', bytes, bytes.length, 'audio/wav');
      await store.storage.put('streamed', Readable.from([bytes]), bytes.length, 'audio/wav');
      for (const key of ['a/b c 🎸.wav', 'streamed']) {
        expect((await read(key)).equals(bytes)).toBe(true);
        const head = await store.storage.head(key);
        expect(head?.size).toBe(bytes.length);
        expect([null, crc32(bytes)]).toContain(head?.crc32);
        const { ContentType } = await store.s3.send(new HeadObjectCommand({ Bucket, Key: key }));
        expect(ContentType).toBe('audio/wav');
      }
    });

    test('what is not there: no head, NoSuchKey', async () => {
      expect(await store.storage.head('never')).toBeNull();
      expect(await codeOf(read('never'))).toBe('NoSuchKey');
    });

    test('an empty object', async () => {
      await put('empty', '');
      expect(await store.storage.head('empty')).toMatchObject({ size: 0 });
      expect(await read('empty')).toEqual(Buffer.alloc(0));
    });

    test('another put replaces it', async () => {
      await put('twice', 'one');
      await put('twice', 'other');
      expect((await read('twice')).toString()).toBe('other');
      expect((await store.storage.head('twice'))?.size).toBe(5);
    });

    test('ranges: first, middle, last bytes, past the end, none', async () => {
      await put('range', '0123456789');
      const range = async (Range: string): Promise<string> => {
        const { Body } = await store.s3.send(new GetObjectCommand({ Bucket, Key: 'range', Range }));
        return (await Body?.transformToString()) ?? '';
      };
      expect(await range('bytes=0-2')).toBe('012');
      expect(await range('bytes=4-5')).toBe('45');
      expect(await range('bytes=-3')).toBe('789');
      expect(await range('bytes=8-99')).toBe('89');
      expect(await codeOf(range('bytes=10-'))).toBe('InvalidRange');
      expect((await bytesOf(await store.storage.get('range', { start: 3, end: 3 }))).toString()).toBe('3');
    });

    test('a copy has the same bytes', async () => {
      await put('copied from', 'copied');
      const CopySource = `${Bucket}/${encodeURIComponent('copied from')}`;
      await store.s3.send(new CopyObjectCommand({ Bucket, Key: 'copied', CopySource }));
      expect((await read('copied')).toString()).toBe('copied');
    });

    test('a list has pages and odd keys', async () => {
      for (const key of ['list/<&>"\'', 'list/a', 'list/b']) await put(key, key);
      const page = { Bucket, Prefix: 'list/' };
      const first = await store.s3.send(new ListObjectsV2Command({ ...page, MaxKeys: 2 }));
      const ContinuationToken = first.NextContinuationToken;
      const rest = await store.s3.send(new ListObjectsV2Command({ ...page, ContinuationToken }));
      const keys = [...(first.Contents ?? []), ...(rest.Contents ?? [])].map(({ Key }) => Key);
      expect([first.IsTruncated, keys]).toEqual([true, ['list/<&>"\'', 'list/a', 'list/b']]);
    });

    test('many are deleted at once, with odd keys and one that is not there; deleting again is no fault', async () => {
      const keys = ['gone/1', 'gone/<&>"\'', 'gone/é 🎸', 'gone/never'];
      for (const key of keys.slice(0, 3)) await put(key, key);
      await store.storage.delete(keys);
      expect(await Promise.all(keys.map((key) => store.storage.head(key)))).toEqual([null, null, null, null]);
      await store.storage.delete(keys);
      await store.storage.delete([]);
    });
  });

  describe(`${name}: links`, () => {
    test('a browser puts what was announced, and gets it under its name', async () => {
      expect((await send(await link('linked', 4), 'take')).status).toBe(200);
      expect((await store.storage.head('linked'))?.size).toBe(4);
      const url = await store.storage.presignGet({
        key: 'linked',
        filename: 'Café "solo" 🎸.wav',
        contentType: 'audio/wav',
        expiresIn: 60,
        origin: store.origin,
      });
      const answer = await fetch(url);
      expect([answer.status, await answer.text()]).toEqual([200, 'take']);
      expect(answer.headers.get('content-type')).toBe('audio/wav');
      expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Caf%C3%A9");
      const part = await fetch(url, { headers: { range: 'bytes=1-2' } });
      expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
        206,
        'ak',
        'bytes 1-2/4',
      ]);
    });

    test('another length than was announced is refused and leaves nothing', async () => {
      expect((await send(await link('longer', 4), 'takes')).status).toBeGreaterThanOrEqual(400);
      expect(await store.storage.head('longer')).toBeNull();
    });

    test('a link without a length takes any', async () => {
      expect((await send(await link('any'), 'anything')).status).toBe(200);
      expect((await store.storage.head('any'))?.size).toBe(8);
    });

    test('a changed link is refused', async () => {
      const url = (await link('mine', 4)).replace('/mine?', '/yours?');
      expect((await send(url, 'take')).status).toBe(403);
      expect(await store.storage.head('yours')).toBeNull();
    });

    test('a page on another origin may put', async () => {
      const answer = await fetch(await link('cors', 4), {
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
