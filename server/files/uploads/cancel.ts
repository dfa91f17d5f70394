import type { cancelUploads, openUploads, OpenUpload } from '#shared/files/contract.ts';
import { ownFolder } from '#shared/files/rules-folders.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { markForDeletion } from '../../db/doomed-objects.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../../ctx/ctx.ts';
import { inParallel } from '../../lib/parallel.ts';
import { lockSession } from '../../sessions/steps.ts';
import { enqueueAborts, type StoredUpload } from '../../storage/uploads.ts';
import { ownSession } from '../access.ts';
import * as queries from './queries-uploads.ts';
import { updateStatus } from './update-status.ts';

const MAX_PARALLEL = 8;

/**
 * The caller's unfinished uploads with the bytes that arrived in parts; those that storage no longer knows are
 * left out.
 */
export async function listOpenUploads(
  ctx: SignedInCtx,
  { query }: InputOf<typeof openUploads>,
): Promise<Result<ResponseOf<typeof openUploads>, ProblemOf<typeof openUploads>>> {
  const sessionResult = await ownSession(ctx, query.session_id);
  if (!sessionResult.ok) return sessionResult;
  const { id: personId, role } = ctx.actor;
  const begun = await queries.openUploadsOf(ctx.db, {
    sessionId: query.session_id,
    folder: ownFolder(role),
    personId,
  });
  const results = await inParallel(MAX_PARALLEL, begun, (upload) => openUpload(ctx, upload));
  const uploads = results.filter((upload) => upload !== null);
  return ok({ uploads, total: uploads.length });
}

async function openUpload(ctx: Ctx, upload: queries.BegunUpload): Promise<OpenUpload | null> {
  const { key, upload_id: uploadId, size: fileSize } = upload;
  if (fileSize === null) return null;
  const parts = uploadId === null ? [] : await ctx.storage.parts(key, uploadId);
  if (parts === null) return null;
  return {
    key,
    uploadId,
    filename: upload.name,
    prefix: upload.prefix,
    fileSize,
    fileModified: upload.modified_ms,
    loaded: parts.reduce((sum, part) => sum + part.size, 0),
    started_at: upload.created_at.toString(),
  };
}

/**
 * Cancels the caller's own uploads (docs/product/files.md#cancelling-an-upload). Listed files and unknown keys
 * are left alone.
 */
export async function cancelOpenUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof cancelUploads>,
): Promise<Result<ResponseOf<typeof cancelUploads>, ProblemOf<typeof cancelUploads>>> {
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  const { id: personId, role } = ctx.actor;
  const owner = { sessionId: body.session_id, folder: ownFolder(role), personId };
  return transaction(ctx, async (tx) => {
    await lockSession(tx, body.session_id);
    const removed = await queries.deleteUploads(tx, owner, body.keys);
    await discardUploads(ctx, tx, removed);
    // The group may have waited only for the cancelled uploads.
    if (removed.length > 0) await updateStatus(tx, ctx, { ...owner, by: ctx.actor });
    return ok({ ok: true as const });
  });
}

/** Marks the bytes of removed uploads for deletion, and aborts them at storage. */
export async function discardUploads(ctx: Ctx, tx: Tx, removed: readonly StoredUpload[]): Promise<void> {
  const keys = removed.map(({ key }) => key);
  await markForDeletion(tx, keys, ctx.now);
  await enqueueAborts(ctx, tx, removed);
}
