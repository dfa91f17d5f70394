import type { Tx } from '../db/transaction.ts';
import type { Ctx, Job } from '../ctx/ctx.ts';
import { StorageUnavailable, type Completed, type PartsRequest, type Storage } from '../ctx/storage.ts';
import { inParallel } from '../lib/parallel.ts';

const MAX_PARALLEL = 8;

/** The request that sends a whole file: a part of an upload that the server completes, which ends its link. */
export const wholeFilePart = (uploadId: string, contentLength: number | null): PartsRequest => ({
  kind: 'part',
  uploadId,
  partNumber: 1,
  contentLength,
});

/** An upload as storage knows it: `put_id` by a link of ours, `upload_id` in parts. */
export interface StoredUpload {
  readonly key: string;
  readonly upload_id: string | null;
  readonly put_id: string | null;
}

/**
 * The object of an upload, completed if it was sent by a link, which ends the link
 * (docs/product/storage.md#sealed-uploads). null before it has arrived. `size`: the announced bytes, null for any.
 */
export async function findArrival(
  storage: Storage,
  upload: StoredUpload & { readonly size: number | null },
  maxBytes: number,
): Promise<Completed | 'wrong_size' | null> {
  const { key, upload_id: uploadId, put_id: putId } = upload;
  const isExpectedSize = (size: number): boolean => (upload.size ?? size) === size && size <= maxBytes;
  if (uploadId === null && putId !== null) {
    const parts = await storage.parts(key, putId);
    const [part] = parts ?? [];
    if (part !== undefined)
      return isExpectedSize(part.size) ? storage.complete(key, putId, part) : 'wrong_size';
    if (parts !== null) return null;
  }
  // A browser completed it, or a call that ended before it could record it.
  const completed = await storage.completed(key, uploadId ?? putId);
  if (completed === null) return null;
  return isExpectedSize(completed.object.size) ? completed : 'wrong_size';
}

/** Enqueues aborting what these uploads left open at storage. */
export async function enqueueAborts(ctx: Ctx, tx: Tx, removed: readonly StoredUpload[]): Promise<void> {
  const uploads = removed.flatMap(({ key, upload_id: parts, put_id: put }) =>
    [parts, put].flatMap((uploadId) => (uploadId === null ? [] : [{ key, uploadId }])),
  );
  if (uploads.length > 0) await ctx.events.enqueue(tx, abortUploads, { uploads });
}

/**
 * Aborts uploads at storage, retried until storage has responded for each. A refused one does not delay
 * the others.
 */
export const abortUploads: Job<{ uploads?: readonly { key: string; uploadId: string }[] }> = {
  name: 'files.abort',
  async run(ctx, { uploads = [] }) {
    const refused: unknown[] = [];
    await inParallel(MAX_PARALLEL, uploads, async ({ key, uploadId }) => {
      try {
        await ctx.storage.abort(key, uploadId);
      } catch (error) {
        if (error instanceof StorageUnavailable) throw error;
        refused.push(error);
      }
    });
    if (refused.length > 0) throw refused[0];
  },
};
