import type { cancelUploads, openUploads, OpenUpload } from '../../shared/files/contract.ts';
import { ownFolder } from '../../shared/files/rules-folders.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Ctx, SignedInCtx } from '../lib/ctx.ts';
import type { Job } from '../lib/events.ts';
import { StorageAway } from '../lib/storage.ts';
import { lockSession } from '../sessions/steps.ts';
import { ownSession } from './access.ts';
import { doom } from './queries.ts';
import * as queries from './queries-uploads.ts';

const ASK_AT_ONCE = 8;

/** The caller's own uploads in parts that have begun and not ended, with what has arrived; those that storage no longer knows are left out. */
export async function showOpenUploads(
  ctx: SignedInCtx,
  { query }: InputOf<typeof openUploads>,
): Promise<Result<AnswerOf<typeof openUploads>, ProblemOf<typeof openUploads>>> {
  const found = await ownSession(ctx, query.session_id);
  if (!found.ok) return found;
  const { id: personId, role } = ctx.actor;
  const begun = await queries.begunInParts(ctx.db, {
    sessionId: query.session_id,
    folder: ownFolder(role),
    personId,
  });
  const uploads: OpenUpload[] = [];
  for (let from = 0; from < begun.length; from += ASK_AT_ONCE) {
    const some = await Promise.all(
      begun.slice(from, from + ASK_AT_ONCE).map((upload) => openUpload(ctx, upload)),
    );
    uploads.push(...some.filter((upload) => upload !== null));
  }
  return ok({ uploads, total: uploads.length });
}

async function openUpload(ctx: Ctx, upload: queries.BegunUpload): Promise<OpenUpload | null> {
  const { key, upload_id: uploadId, size: fileSize } = upload;
  if (uploadId === null || fileSize === null) return null;
  const parts = await ctx.storage.parts(key, uploadId);
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

/** Gives the caller's own uploads up. What has been listed already, and what is nobody's, is left as it is. */
export async function cancelOpenUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof cancelUploads>,
): Promise<Result<AnswerOf<typeof cancelUploads>, ProblemOf<typeof cancelUploads>>> {
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const { id: personId, role } = ctx.actor;
  const whose = { sessionId: body.session_id, folder: ownFolder(role), personId };
  return transaction(ctx, async (tx) => {
    await lockSession(tx, body.session_id);
    await giveUp(ctx, tx, await queries.deleteUploads(tx, whose, body.keys));
    return ok({ ok: true as const });
  });
}

/** Marks the bytes of uploads that were just taken off, and has what arrived in parts given up at storage. */
export async function giveUp(ctx: Ctx, tx: Tx, gone: readonly queries.GoneUpload[]): Promise<void> {
  const keys = gone.map(({ key }) => key);
  await doom(tx, keys, ctx.now);
  const uploads = gone.flatMap(({ key, upload_id: uploadId }) =>
    uploadId === null ? [] : [{ key, uploadId }],
  );
  if (uploads.length > 0) await ctx.events.enqueue(tx, abortUploads, { uploads });
}

/**
 * Gives uploads in parts up at storage; tried again until storage has heard of each. One that it refuses, as an id that a browser made
 * up, keeps no other waiting.
 */
export const abortUploads: Job<{ uploads?: readonly { key: string; uploadId: string }[] }> = {
  name: 'files.abort',
  async run(ctx, { uploads = [] }) {
    const refused: unknown[] = [];
    for (const { key, uploadId } of uploads) {
      try {
        await ctx.storage.abort(key, uploadId);
      } catch (error) {
        if (error instanceof StorageAway) throw error;
        refused.push(error);
      }
    }
    if (refused.length > 0) throw refused[0];
  },
};
