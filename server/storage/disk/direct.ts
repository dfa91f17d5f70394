import type { Log } from '../../lib/log.ts';
import { StorageUnavailable, type Completed, type Storage, type StoredPart } from '../../ctx/storage.ts';
import { StoreError, toStoreError } from './errors.ts';
import type { Layout } from './layout.ts';
import { factsOf } from './read.ts';
import * as steps from './upload-steps.ts';

type DirectChanges = Pick<Storage, 'create' | 'parts' | 'complete' | 'completed' | 'abort' | 'delete'>;

interface DirectOptions {
  readonly layout: Layout;
  /** The largest object in bytes. */
  readonly maxObjectBytes: number;
  readonly now: () => Temporal.Instant;
  readonly log: Log;
}

/**
 * What the server itself does with uploads and objects of its own store: the steps that links take, without HTTP and a
 * client between (docs/decisions/0132-change-our-own-store-directly.md).
 */
export function directChanges({ layout, maxObjectBytes, now, log }: DirectOptions): DirectChanges {
  /** A disk that fails is storage that is away; a refusal stays one. */
  const available = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step;
    } catch (error) {
      if (toStoreError(error).status < 500) throw error;
      log.error({ err: error }, 'storage call failed');
      throw new StorageUnavailable(error);
    }
  };
  // An upload's end is its object's: no link changes it afterwards.
  const completed = async (key: string): Promise<Completed | null> => {
    const record = await layout.readObject(key);
    return record && { key, object: factsOf(record) };
  };
  return {
    create: (key, type) => available(steps.create({ layout, key, now: now() }, type)),
    parts: (key, id) => available(nullIfUnknown(steps.parts({ layout, key, id }).then(toParts))),
    async complete(key, id, part) {
      const record = await available(
        nullIfUnknown(
          steps.complete({
            layout,
            key,
            id,
            requested: [{ number: part.number, etag: part.etag.replaceAll('"', '') }],
            presigned: false,
            maxBytes: maxObjectBytes,
            now: now(),
          }),
        ),
      );
      // Another call completed it first, by another id, or aborted it.
      if (record === null) return available(completed(key));
      if (record.size !== part.size) throw new Error('Storage lost an object');
      return { key, object: factsOf(record) };
    },
    completed: (key) => available(completed(key)),
    async abort(key, id) {
      await available(nullIfUnknown(steps.abort({ layout, key, id })));
    },
    async delete(keys) {
      for (const key of keys) await available(layout.locked(key, () => layout.deleteObject(key)));
    },
  };
}

const toParts = (records: Awaited<ReturnType<typeof steps.parts>>): readonly StoredPart[] =>
  records.map(({ number, size, etag }) => ({ number, size, etag: `"${etag}"` }));

/** null where there is no such upload: completed, aborted, or never begun. */
async function nullIfUnknown<T>(step: Promise<T>): Promise<T | null> {
  try {
    return await step;
  } catch (error) {
    if (error instanceof StoreError && error.status === 404) return null;
    throw error;
  }
}
