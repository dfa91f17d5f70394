import type { filesInfo, uploadLink } from '../../shared/files/contract.ts';
import { MAX_FILE_BYTES, normaliseFilePath } from '../../shared/files/rules.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { newId } from '../lib/ids.ts';
import { presentSession } from '../sessions/service.ts';
import { ownFolder, ownSession } from './access.ts';
import { adoptUploads } from './adopt.ts';
import * as queries from './queries.ts';

const LINK_SECONDS = 3600;
/** An upload that has not arrived a day after its link was over is given up. */
const KEPT_HOURS = 25;
const NOTHING_YET = { files: { user: 0, output: 0 }, rating: { status: 'none' } } as const;

/** Links to put files into the caller's own folder. The server decides the keys; names are data (decisions 6). */
export async function linkUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof uploadLink>,
): Promise<Result<AnswerOf<typeof uploadLink>, ProblemOf<typeof uploadLink>>> {
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const { role } = ctx.actor;
  const judged = { ...found.value, ...NOTHING_YET };
  const allowed = mayDo(role, role === 'partner' ? 'deliver' : 'upload', judged, ctx.now);
  if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
  const uploads: queries.NewUpload[] = [];
  for (const [index, file] of body.files.entries()) {
    if ((file.fileSize ?? 0) > MAX_FILE_BYTES) return fail('too_large');
    const path = normaliseFilePath(wholePath(file));
    if (!path.ok) {
      return fail('invalid', {
        errors: [{ field: `files.${index}.filePath`, message: 'This name cannot be used.' }],
      });
    }
    const id = newId();
    const folder = ownFolder(role);
    uploads.push({
      ...path.value,
      id,
      session_id: body.session_id,
      folder,
      key: `sessions/${body.session_id}/${folder}/${id}`,
      content_type: safeType(file.fileType),
      size: file.fileSize ?? null,
      created_by: ctx.actor.id,
      created_at: ctx.now,
      expires_at: ctx.now.add({ hours: KEPT_HOURS }),
    });
  }
  await queries.insertUploads(ctx.db, uploads);
  const urls = await Promise.all(
    uploads.map(async ({ key, content_type, size }) => ({
      key,
      url: await ctx.storage.presignPut({
        key,
        contentType: content_type,
        contentLength: size ?? undefined,
        expiresIn: LINK_SECONDS,
        origin: ctx.origin,
      }),
    })),
  );
  return ok({ urls });
}

/** The file's place in its folder: some browsers send the whole path, some only the folder, some none. */
function wholePath({ fileName, filePath = '' }: { fileName: string; filePath?: string | undefined }): string {
  if (filePath === '' || filePath === fileName) return fileName;
  return filePath.endsWith(`/${fileName}`) ? filePath : `${filePath}/${fileName}`;
}

/** A media type as browsers send it, or that of plain bytes: the link is signed over it. */
function safeType(type: string | undefined): string {
  return type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}

/**
 * Lists what has arrived and moves the session's status. Judged by who calls and what the folder really holds: size
 * and existence are storage's word (decisions 5). 409 while the folder has no complete file.
 */
export async function reportUploads(
  ctx: SignedInCtx,
  { body }: InputOf<typeof filesInfo>,
): Promise<Result<AnswerOf<typeof filesInfo>, ProblemOf<typeof filesInfo>>> {
  const { actor, now } = ctx;
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const folder = ownFolder(actor.role);
  const complete = await adoptUploads(ctx, { sessionId: body.session_id, folder, by: actor });
  if (complete === 0) return fail('no_complete_file');
  const session = await presentSession(ctx.db, body.session_id, actor, now);
  return session === null ? fail('not_found') : ok({ session });
}
