import { MAX_FILE_BYTES } from '#shared/files/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { inParallel } from '../../lib/parallel.ts';
import { StorageUnavailable, type Completed } from '../../ctx/storage.ts';
import { findArrival } from '../../storage/uploads.ts';
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
    const arrival = await findArrival(ctx.storage, upload, MAX_FILE_BYTES).catch((error: unknown) => {
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
