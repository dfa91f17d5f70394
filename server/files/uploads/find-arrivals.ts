import { MAX_FILE_BYTES } from '#shared/files/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { inParallel } from '../../lib/parallel.ts';
import { StorageUnavailable, type Completed } from '../../ctx/storage.ts';
import type { UploadRow } from './queries-uploads.ts';

const MAX_PARALLEL = 16;

/** A complete upload and its object. */
export interface Arrival extends Completed {
  readonly upload: UploadRow;
}

/** Uploads that are complete, and those of another size than announced. */
export interface Arrivals {
  readonly complete: readonly Arrival[];
  readonly wrongSize: readonly UploadRow[];
}

/**
 * Queries storage for uploads and completes those sent by a link, which ends their links
 * (docs/product/storage.md#sealed-uploads). A refused one does not delay the others.
 */
export async function findArrivals(ctx: Ctx, uploads: readonly UploadRow[]): Promise<Arrivals> {
  const complete: Arrival[] = [];
  const wrongSize: UploadRow[] = [];
  await inParallel(MAX_PARALLEL, uploads, async (upload) => {
    const arrival = await arrivalOf(ctx, upload).catch((error: unknown) => {
      if (error instanceof StorageUnavailable) throw error;
      ctx.log.warn({ err: error, upload: upload.id }, 'storage refuses an upload');
      return null;
    });
    if (arrival === 'wrong_size') wrongSize.push(upload);
    else if (arrival !== null) complete.push({ ...arrival, upload });
  });
  return {
    complete: complete.toSorted((a, b) => byAge(a.upload, b.upload)),
    wrongSize: wrongSize.toSorted(byAge),
  };
}

const byAge = (a: UploadRow, b: UploadRow): number => (a.id < b.id ? -1 : 1);

async function arrivalOf(ctx: Ctx, upload: UploadRow): Promise<Completed | 'wrong_size' | null> {
  const { storage } = ctx;
  const { key, upload_id: uploadId, put_id: putId } = upload;
  const isExpectedSize = (size: number): boolean => (upload.size ?? size) === size && size <= MAX_FILE_BYTES;
  if (uploadId === null && putId !== null) {
    const parts = await storage.parts(key, putId);
    const [part] = parts ?? [];
    if (part !== undefined)
      return isExpectedSize(part.size) ? storage.complete(key, putId, part) : 'wrong_size';
    if (parts !== null) return null;
  }
  // A browser completed it, or a call that ended before it could list it.
  const id = uploadId ?? putId;
  const completed = await storage.completed(key, id);
  if (completed === null) return null;
  return isExpectedSize(completed.object.size) ? completed : 'wrong_size';
}
