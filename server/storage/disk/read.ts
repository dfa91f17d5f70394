import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  ObjectChanged,
  StorageUnavailable,
  type Pin,
  type Storage,
  type StoredObject,
} from '../../ctx/storage.ts';
import { StoreError } from './errors.ts';
import type { Layout, ObjectRecord } from './layout.ts';

/** One read of a file. Larger pieces leave the processor's cache before they are sent (docs/performance.md). */
const READ_BYTES = 256 * 1024;

/** Bytes `start` to `end` of an object, both included. Each piece has a buffer of its own, and one is read ahead. */
export function readBytes(layout: Layout, { parts }: ObjectRecord, start: number, end: number): Readable {
  const [only] = parts;
  if (parts.length !== 1 || only === undefined)
    return Readable.from(partsOf(layout, parts, start, end), { objectMode: false });
  return readFile(layout, only.file, start, end);
}

const readFile = (layout: Layout, file: string, start: number, end: number): Readable =>
  end < start
    ? Readable.from([], { objectMode: false })
    : createReadStream(layout.dataPath(file), { start, end, highWaterMark: READ_BYTES });

async function* partsOf(
  layout: Layout,
  parts: ObjectRecord['parts'],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const part of parts) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, part.size - 1);
    if (from <= to) yield* readFile(layout, part.file, from, to);
    offset += part.size;
    if (offset > end) return;
  }
}

/** What callers learn of an object. */
export const factsOf = ({ size, crc32, etag }: ObjectRecord): StoredObject => ({
  size,
  crc32,
  etag,
  version: null,
});

/**
 * What the server itself reads of its own store: without HTTP and a client between
 * (docs/decisions/0081-read-our-own-store-directly.md).
 */
export function directReads(layout: Layout): Pick<Storage, 'head' | 'verify' | 'get'> {
  const recordOf = async (key: string): Promise<ObjectRecord | null> => {
    try {
      return await layout.readObject(key);
    } catch (error) {
      throw new StorageUnavailable(error);
    }
  };
  const pinned = async (key: string, { etag }: Pin): Promise<ObjectRecord> => {
    const record = await recordOf(key);
    if (record?.etag !== etag) throw new ObjectChanged(key);
    return record;
  };
  return {
    async head(key) {
      const record = await recordOf(key);
      return record && factsOf(record);
    },
    verify: async (key, pin) => factsOf(await pinned(key, pin)),
    async get(key, { range, pin } = {}) {
      const record = pin ? await pinned(key, pin) : await recordOf(key);
      if (record === null) throw new StoreError(404, 'NoSuchKey');
      const end = Math.min(range?.end ?? record.size, record.size - 1);
      return readBytes(layout, record, range?.start ?? 0, end);
    },
  };
}
