import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm, truncate } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { ObjectChanged } from '../../ctx/storage.ts';
import { test } from '#test/rooms/disk-store.ts';

const Bucket = 'talkback';
const MIB = 1024 * 1024;
const all = async (source: Readable): Promise<Buffer> => Buffer.concat(await source.toArray());

test('facts and bytes are those that the S3 client is told, by any range', async ({ store }) => {
  const bytes = randomBytes(700_000);
  const { direct } = store.disk;
  await store.storage.put('whole', bytes, bytes.length, 'audio/wav');
  await store.storage.put('empty', Buffer.alloc(0), 0, 'audio/wav');
  expect(await direct.head('whole')).toEqual(await store.storage.head('whole'));
  expect(await direct.head('never there')).toBeNull();
  expect((await all(await direct.get('whole'))).equals(bytes)).toBe(true);
  expect(await all(await direct.get('empty'))).toEqual(Buffer.alloc(0));
  for (const [start, end] of [
    [0, 0],
    [262_143, 262_144],
    [699_990, 800_000],
    [5, 699_998],
  ] as const) {
    const part = await all(await direct.get('whole', { range: { start, end } }));
    expect([start, part.equals(bytes.subarray(start, end + 1))]).toEqual([start, true]);
  }
});

test('an object in parts is read across them', async ({ store }) => {
  const [Key, parts] = ['parts', [randomBytes(5 * MIB), randomBytes(5 * MIB), randomBytes(77)]] as const;
  const { UploadId } = await store.s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const Parts = [];
  for (const [index, Body] of parts.entries()) {
    const PartNumber = index + 1;
    const { ETag } = await store.s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  }
  const MultipartUpload = { Parts };
  await store.s3.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
  const whole = Buffer.concat(parts);
  expect(await store.disk.direct.head(Key)).toMatchObject({ size: whole.length, crc32: crc32(whole) });
  for (const [start, end] of [
    [0, whole.length - 1],
    [5 * MIB - 2, 10 * MIB + 1],
    [10 * MIB, 10 * MIB + 76],
  ] as const) {
    const read = await all(await store.disk.direct.get(Key, { range: { start, end } }));
    expect([start, read.equals(whole.subarray(start, end + 1))]).toEqual([start, true]);
  }
});

test('by a pin: other bytes, and none, are said before a byte is read', async ({ store }) => {
  const { direct } = store.disk;
  await store.storage.put('pinned', Buffer.from('take'), 4, 'audio/wav');
  const pin = await direct.head('pinned');
  if (pin === null) throw new Error('not stored');
  expect(await direct.verify('pinned', pin)).toEqual(pin);
  expect(String(await all(await direct.get('pinned', { pin })))).toBe('take');
  await store.storage.put('pinned', Buffer.from('fake'), 4, 'audio/wav');
  await expect(direct.verify('pinned', pin)).rejects.toThrow(ObjectChanged);
  await expect(direct.get('pinned', { pin })).rejects.toThrow(ObjectChanged);
  await store.storage.delete(['pinned']);
  await expect(direct.get('pinned', { pin })).rejects.toThrow(ObjectChanged);
  await expect(direct.get('pinned')).rejects.toThrow('NoSuchKey');
});

test('each piece is its own; who stops reading closes the file', async ({ store }) => {
  const bytes = randomBytes(2 * MIB);
  await store.storage.put('closed', bytes, bytes.length, 'audio/wav');
  const pieces = (await (await store.disk.direct.get('closed')).toArray()) as Buffer[];
  expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length);
  const source = await store.disk.direct.get('closed');
  await once(source, 'readable');
  source.destroy();
  await expect.poll(() => source.closed).toBe(true);
});

test('a file that is gone from the disk fails, and a shorter one ends early', async ({ store }) => {
  const before = new Set(await store.files('data'));
  await store.storage.put('lost', Buffer.from('take'), 4, 'audio/wav');
  const file = (await store.files('data')).find((path) => !before.has(path)) ?? '';
  await truncate(file, 2);
  expect(String(await all(await store.disk.direct.get('lost')))).toBe('ta');
  await rm(file);
  await expect(all(await store.disk.direct.get('lost'))).rejects.toThrow('ENOENT');
});
