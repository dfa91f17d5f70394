import type { signUpload } from '../../shared/files/contract.ts';
import { judgeSigning } from '../../shared/files/rules-parts.ts';
import { ownFolder } from '../../shared/files/rules-folders.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { judgeSending, ownSession } from './access.ts';
import * as queries from './queries-uploads.ts';

const LINK_SECONDS = 3600;

/**
 * Signs one request of the caller's own upload (decisions 6). The first id that a request names is the upload's for good. Giving
 * up is signed in any status; everything else only while the session takes files.
 */
export async function signRequest(
  ctx: SignedInCtx,
  { body }: InputOf<typeof signUpload>,
): Promise<Result<AnswerOf<typeof signUpload>, ProblemOf<typeof signUpload>>> {
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const { actor } = ctx;
  if (body.method !== 'DELETE') {
    const allowed = judgeSending(actor.role, found.value, ctx.now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
  }
  const whose = { sessionId: body.session_id, folder: ownFolder(actor.role), personId: actor.id };
  const upload = await queries.uploadOf(ctx.db, whose, body.key);
  if (upload === undefined) return fail('not_found');
  const judged = judgeSigning(upload, body);
  if (!judged.ok) return judged;
  const request = judged.value;
  if ('uploadId' in request && upload.upload_id === null) {
    // of two that name one at once, the second is held against the first
    const kept = await queries.keepUploadId(ctx.db, upload.id, request.uploadId);
    if (kept === undefined) return fail('not_found');
    if (kept !== request.uploadId) return fail('invalid');
  }
  const { key, content_type: contentType } = upload;
  const link = { key, expiresIn: LINK_SECONDS, origin: ctx.origin };
  if (request.kind === 'put') {
    const contentLength = request.contentLength ?? undefined;
    return ok({ url: await ctx.storage.presignPut({ ...link, contentType, contentLength }) });
  }
  const signed = request.kind === 'create' ? { ...request, contentType } : request;
  return ok({ url: await ctx.storage.presignParts({ ...link, request: signed }) });
}
