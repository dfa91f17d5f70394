import type { signUpload } from '#shared/files/contract.ts';
import { checkSigning } from '#shared/files/rules-parts.ts';
import { ownFolder } from '#shared/files/rules-folders.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { wholeFilePart } from '../../storage/uploads.ts';
import { maySend, ownSession } from '../access.ts';
import * as queries from './queries-uploads.ts';

const LINK_SECONDS = 3600;

/**
 * Signs one request of the caller's own upload (docs/product/files.md#upload-links). The first id that a
 * request names becomes the upload's id.
 */
export async function signRequest(
  ctx: SignedInCtx,
  { body }: InputOf<typeof signUpload>,
): Promise<Result<ResponseOf<typeof signUpload>, ProblemOf<typeof signUpload>>> {
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  const { actor } = ctx;
  if (body.method !== 'DELETE') {
    const allowed = maySend(actor.role, sessionResult.value, ctx.now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
  }
  const owner = { sessionId: body.session_id, folder: ownFolder(actor.role), personId: actor.id };
  const upload = await queries.uploadOf(ctx.db, owner, body.key);
  if (upload === undefined) return fail('not_found');
  const checked = checkSigning(upload, body);
  if (!checked.ok) return checked;
  const request = checked.value;
  if ('uploadId' in request && upload.upload_id === null) {
    // When two requests name an id at once, the second is compared with the first.
    const recorded = await queries.setUploadId(ctx.db, upload.id, request.uploadId);
    if (recorded === undefined) return fail('not_found');
    if (recorded !== request.uploadId) return fail('invalid');
  }
  const { key, content_type: contentType } = upload;
  const link = { key, expiresIn: LINK_SECONDS, origin: ctx.origin };
  if (request.kind === 'put') {
    const uploadId = upload.put_id ?? (await openPut(ctx, upload));
    if (uploadId === null) return fail('not_found');
    const { contentLength } = request;
    return ok({
      url: await ctx.storage.presignParts({ ...link, request: wholeFilePart(uploadId, contentLength) }),
    });
  }
  const signed = request.kind === 'create' ? { ...request, contentType } : request;
  return ok({ url: await ctx.storage.presignParts({ ...link, request: signed }) });
}

/** Opens the upload for the link of a whole file. When two calls open one, one of them is aborted. */
async function openPut(
  ctx: SignedInCtx,
  { id, key, content_type: contentType }: { id: string; key: string; content_type: string },
): Promise<string | null> {
  const opened = await ctx.storage.create(key, contentType);
  const putId = await queries.setPutId(ctx.db, id, opened);
  if (putId !== opened) await ctx.storage.abort(key, opened);
  return putId ?? null;
}
