import { randomBytes } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { StorageUnavailable } from '../../ctx/storage.ts';
import { test as base } from '#test/rooms/disk-store.ts';

const test = base
  .extend(
    'sendPart',
    { scope: 'file' },
    ({ store }) =>
      async (Key: string, UploadId: string, Body: Buffer) => {
        const part = { Bucket: store.identity.bucket, Key, UploadId, PartNumber: 1, Body };
        await store.s3.send(new UploadPartCommand(part));
      },
  )
  /** An open upload with its one part. */
  .extend('sent', { scope: 'file' }, ({ store, sendPart }) => async (key: string, type = 'audio/wav') => {
    const id = await store.disk.direct.create(key, type);
    await sendPart(key, id, Buffer.from('take'));
    const [part] = (await store.disk.direct.parts(key, id)) ?? [];
    if (part === undefined) throw new Error('no part');
    return { id, part };
  });

test('an upload that is begun directly is listed and completed as the S3 client is told', async ({
  store,
  sendPart,
  read,
}) => {
  const { direct } = store.disk;
  const bytes = randomBytes(70_000);
  const id = await direct.create('whole', 'audio/wav');
  expect(await direct.parts('whole', id)).toEqual([]);
  expect(await direct.completed('whole', id)).toBeNull();
  await sendPart('whole', id, bytes);
  const parts = await direct.parts('whole', id);
  expect(parts).toEqual(await store.storage.parts('whole', id));
  expect(parts).toMatchObject([{ number: 1, size: bytes.length }]);
  const part = parts?.[0];
  if (part === undefined) throw new Error('no part');

  const completed = await direct.complete('whole', id, part);
  expect(completed).toEqual({ key: 'whole', object: await store.storage.head('whole') });
  // Again, as the answer may have been lost; and asked later, with and without the upload.
  expect(await direct.complete('whole', id, part)).toEqual(completed);
  expect(await direct.completed('whole', id)).toEqual(completed);
  expect(await direct.completed('whole', null)).toEqual(await store.storage.completed('whole', null));
  expect(await direct.parts('whole', id)).toBeNull();
  expect((await read('whole')).equals(bytes)).toBe(true);
  expect(await store.files('uploads')).toEqual([]);
});

test('the media type is that of the upload', async ({ store, sent }) => {
  const { id, part } = await sent('typed', 'audio/x-aiff');
  await store.disk.direct.complete('typed', id, part);
  const { bucket: Bucket } = store.identity;
  const { ContentType } = await store.s3.send(new HeadObjectCommand({ Bucket, Key: 'typed' }));
  expect(ContentType).toBe('audio/x-aiff');
});

test('an upload of another key, an unknown one and one that was aborted are none', async ({
  store,
  sent,
}) => {
  const { direct } = store.disk;
  const { id, part } = await sent('mine');
  for (const [key, upload] of [
    ['yours', id],
    ['mine', '0198b2f0-0000-7000-8000-000000000000'],
    ['mine', '../mine'],
  ] as const) {
    expect(await direct.parts(key, upload)).toBeNull();
    expect(await direct.complete(key, upload, part)).toBeNull();
    await direct.abort(key, upload);
  }
  expect(await direct.parts('mine', id)).toEqual([part]);
  await direct.abort('mine', id);
  await direct.abort('mine', id);
  expect(await direct.parts('mine', id)).toBeNull();
  expect(await direct.complete('mine', id, part)).toBeNull();
  expect(await store.files('uploads')).toEqual([]);
});

test('a part that was sent again meanwhile is refused, and the upload stays open', async ({
  store,
  sendPart,
  sent,
}) => {
  const { direct } = store.disk;
  const { id, part } = await sent('changed');
  await sendPart('changed', id, Buffer.from('fake'));
  await expect(direct.complete('changed', id, part)).rejects.toThrow('InvalidPart');
  await expect(store.storage.complete('changed', id, part)).rejects.toThrow('InvalidPart');
  expect(await direct.parts('changed', id)).toHaveLength(1);
  expect(await direct.head('changed')).toBeNull();
});

test('objects are deleted with their bytes; those that are not there are passed over', async ({ store }) => {
  const before = await store.files('data');
  await store.storage.put('gone', Buffer.from('take'), 4, 'audio/wav');
  expect(await store.files('data')).toHaveLength(before.length + 1);
  await store.disk.direct.delete(['gone', 'never there']);
  expect(await store.storage.head('gone')).toBeNull();
  expect(await store.files('data')).toEqual(before);
});

test('a disk that fails is storage that is away', async ({ store }) => {
  const tmp = join(store.dir, 'tmp');
  await rename(tmp, `${tmp}-away`);
  try {
    await expect(store.disk.direct.create('later', 'audio/wav')).rejects.toThrow(StorageUnavailable);
    await expect(store.storage.create('later', 'audio/wav')).rejects.toThrow(StorageUnavailable);
  } finally {
    await rename(`${tmp}-away`, tmp);
  }
  expect(await store.disk.direct.create('later', 'audio/wav')).toMatch(/^[0-9a-f-]{36}$/);
});
