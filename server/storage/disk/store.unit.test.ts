import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { crc32ToBase64 } from './crc32.ts';
import { test } from '#test/rooms/disk-store.ts';
import { codeOf } from '#test/s3/probed-store.ts';

const Bucket = 'talkback';
const MIB = 1024 * 1024;

test('an object is put, read, headed, copied, listed and deleted by the official SDK', async ({
  store,
  read,
}) => {
  await store.s3.send(new CreateBucketCommand({ Bucket }));
  await store.s3.send(new HeadBucketCommand({ Bucket }));
  const bytes = randomBytes(200_000);
  await store.s3.send(
    new PutObjectCommand({ Bucket, Key: 'a/b c.wav', Body: bytes, ContentType: 'audio/wav' }),
  );
  expect((await read('a/b c.wav')).equals(bytes)).toBe(true);

  const head = await store.s3.send(
    new HeadObjectCommand({ Bucket, Key: 'a/b c.wav', ChecksumMode: 'ENABLED' }),
  );
  expect(head).toMatchObject({
    ContentLength: 200_000,
    ContentType: 'audio/wav',
    ChecksumCRC32: crc32ToBase64(crc32(bytes)),
    ChecksumType: 'FULL_OBJECT',
  });

  await store.s3.send(
    new CopyObjectCommand({
      Bucket,
      Key: 'a/copy',
      CopySource: `${Bucket}/${encodeURIComponent('a/b c.wav')}`,
    }),
  );
  await store.s3.send(new DeleteObjectCommand({ Bucket, Key: 'a/b c.wav' }));
  expect((await read('a/copy')).equals(bytes)).toBe(true);
  expect(await codeOf(read('a/b c.wav'))).toBe('NoSuchKey');

  await store.s3.send(new PutObjectCommand({ Bucket, Key: 'a/<&>"\'', Body: 'x' }));
  const first = await store.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/', MaxKeys: 1 }));
  const rest = await store.s3.send(
    new ListObjectsV2Command({ Bucket, Prefix: 'a/', ContinuationToken: first.NextContinuationToken }),
  );
  expect([...(first.Contents ?? []), ...(rest.Contents ?? [])].map((one) => one.Key)).toEqual([
    'a/<&>"\'',
    'a/copy',
  ]);
  await store.s3.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'a/copy' }, { Key: 'a/<&>"\'' }] } }),
  );
  expect((await store.s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'a/' }))).KeyCount).toBe(0);
});

test('a new PUT replaces the object and its old bytes go', async ({ store, read }) => {
  await store.s3.send(new PutObjectCommand({ Bucket, Key: 'twice', Body: 'one' }));
  const before = (await store.files('data')).length;
  await store.s3.send(new PutObjectCommand({ Bucket, Key: 'twice', Body: 'two' }));
  expect((await read('twice')).toString()).toBe('two');
  expect((await store.files('data')).length).toBe(before);
});

test('multipart: parts in any order, a part sent again, pages of parts, CRC-32 of the whole', async ({
  store,
  read,
}) => {
  const Key = 'multi';
  const { UploadId } = await store.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const parts = [randomBytes(5 * MIB), randomBytes(5 * MIB + 3), randomBytes(17)];
  const putPart = async (PartNumber: number, Body: Buffer): Promise<string | undefined> =>
    (await store.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))).ETag;
  const third = await putPart(3, parts[2] ?? Buffer.alloc(0));
  await putPart(1, randomBytes(9));
  const second = await putPart(2, parts[1] ?? Buffer.alloc(0));
  const first = await putPart(1, parts[0] ?? Buffer.alloc(0));

  const page = await store.s3.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
  expect(page.Parts?.map((part) => [part.PartNumber, part.Size])).toEqual([
    [1, 5 * MIB],
    [2, 5 * MIB + 3],
  ]);
  expect([page.IsTruncated, page.NextPartNumberMarker]).toEqual([true, '2']);

  const complete = new CompleteMultipartUploadCommand({
    Bucket,
    Key,
    UploadId,
    MultipartUpload: {
      Parts: [first, second, third].map((ETag, index) => ({ ETag, PartNumber: index + 1 })),
    },
  });
  expect(await codeOf(read(Key))).toBe('NoSuchKey');
  const answers = await Promise.all([store.s3.send(complete), store.s3.send(complete)]);
  expect(answers[0].ETag).toBe(answers[1].ETag);
  const whole = Buffer.concat(parts);
  expect((await read(Key)).equals(whole)).toBe(true);
  expect(await store.storage.head(Key)).toMatchObject({ size: whole.length, crc32: crc32(whole) });
  const across = await store.storage.get(Key, { range: { start: 5 * MIB - 2, end: 5 * MIB + 1 } });
  expect(Buffer.concat(await across.toArray()).equals(whole.subarray(5 * MIB - 2, 5 * MIB + 2))).toBe(true);
});

test('an upload that is listed while it is completed has all its parts or is gone', async ({ store }) => {
  for (let round = 0; round < 20; round += 1) {
    const Key = `raced ${round}`;
    const { UploadId } = await store.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const { ETag } = await store.s3.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'take' }),
    );
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
    const state = { isDone: false };
    const completed = store.s3
      .send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }))
      .finally(() => (state.isDone = true));
    const lists: Promise<number | string>[] = [];
    while (!state.isDone) {
      const listed = store.s3.send(new ListPartsCommand({ Bucket, Key, UploadId }));
      lists.push(
        listed.then(
          ({ Parts = [] }) => Parts.length,
          () => codeOf(listed),
        ),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    await completed;
    for (const found of await Promise.all(lists)) expect([1, 'NoSuchUpload']).toContain(found);
  }
});

test('multipart refusals: a wrong part, a small part in the middle, a wrong order, another key; abort leaves nothing', async ({
  store,
}) => {
  const Key = 'refused';
  const before = (await store.files('data')).length;
  const { UploadId } = await store.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const part = (PartNumber: number) =>
    store.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body: 'small' }));
  const [one, two] = [await part(1), await part(2)];
  const complete = (Parts: { PartNumber: number; ETag: string | undefined }[], id = UploadId, key = Key) =>
    codeOf(
      store.s3.send(
        new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId: id, MultipartUpload: { Parts } }),
      ),
    );
  expect(await complete([{ PartNumber: 1, ETag: 'nonsense' }])).toBe('InvalidPart');
  expect(
    await complete([
      { PartNumber: 1, ETag: one.ETag },
      { PartNumber: 2, ETag: two.ETag },
    ]),
  ).toBe('EntityTooSmall');
  expect(await complete([{ PartNumber: 1, ETag: one.ETag }], UploadId, 'other')).toBe('NoSuchUpload');
  expect(await complete([{ PartNumber: 1, ETag: one.ETag }], '../../objects')).toBe('NoSuchUpload');
  await store.s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  expect(await complete([{ PartNumber: 1, ETag: one.ETag }])).toBe('NoSuchUpload');
  expect((await store.files('data')).length).toBe(before);
});
