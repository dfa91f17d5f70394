import type { uploadLink } from '../../shared/files/contract.ts';
import { MAX_FILE_BYTES, normaliseFilePath } from '../../shared/files/rules.ts';
import { ownFolder } from '../../shared/files/rules-folders.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { newId } from '../lib/ids.ts';
import { lockSession } from '../sessions/steps.ts';
import { judgeSending, ownSession } from './access.ts';
import * as queries from './queries-uploads.ts';

const LINK_SECONDS = 3600;
/** An upload that has not arrived three days after its link was over is given up: 5 GiB by a slow line take long. */
const KEPT_HOURS = 73;
/** How many uploads into one folder may be under way; each report asks storage for all of them. */
const MOST_OPEN = 3000;

type Links = Result<AnswerOf<typeof uploadLink>, ProblemOf<typeof uploadLink>>;

/** Links to put files into the caller's own folder. The server decides the keys; names are data (decisions 6). */
export async function beginUploads(ctx: SignedInCtx, { body }: InputOf<typeof uploadLink>): Promise<Links> {
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  const planned = planUploads(ctx, body);
  if (!planned.ok) return planned;
  const uploads = planned.value;
  const begun = await transaction(ctx, async (tx) => {
    const session = await lockSession(tx, body.session_id);
    if (session === undefined) return fail('not_found');
    const { role } = ctx.actor;
    const allowed = judgeSending(role, session, ctx.now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    const open = await queries.countUploads(tx, body.session_id, ownFolder(role));
    if (open + uploads.length > MOST_OPEN) return fail('too_many_uploads');
    await queries.insertUploads(tx, uploads);
    return ok(uploads);
  });
  if (!begun.ok) return begun;
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

type Planned = Result<queries.NewUpload[], 'too_large' | 'invalid'>;

/** The uploads that are asked for, or which of them cannot be. Two of one name would leave one file only. */
function planUploads({ actor, now }: SignedInCtx, body: InputOf<typeof uploadLink>['body']): Planned {
  const folder = ownFolder(actor.role);
  const places = new Set<string>();
  const uploads: queries.NewUpload[] = [];
  for (const [index, file] of body.files.entries()) {
    if ((file.fileSize ?? 0) > MAX_FILE_BYTES) return fail('too_large');
    const path = normaliseFilePath(wholePath(file));
    if (!path.ok) return invalid(index, WHY[path.reason]);
    const place = path.value.prefix + path.value.name;
    if (places.has(place)) return invalid(index, 'Two of the files have this name.');
    places.add(place);
    const id = newId();
    uploads.push({
      ...path.value,
      id,
      session_id: body.session_id,
      folder,
      key: `sessions/${body.session_id}/${folder}/${id}`,
      content_type: safeType(file.fileType),
      size: file.fileSize ?? null,
      modified_ms: file.fileModified ?? null,
      created_by: actor.id,
      created_at: now,
      expires_at: now.add({ hours: KEPT_HOURS }),
    });
  }
  return ok(uploads);
}

const WHY = { empty: 'This name cannot be used.', too_long: 'This name with its folders is too long.' };

const invalid = (index: number, message: string) =>
  fail('invalid', { errors: [{ field: `files.${index}.filePath`, message }] });

/** The file's place in its folder: some browsers send the whole path, some only the folder, some none. */
function wholePath({ fileName, filePath = '' }: { fileName: string; filePath?: string | undefined }): string {
  if (filePath === '' || filePath === fileName) return fileName;
  return filePath.endsWith(`/${fileName}`) ? filePath : `${filePath}/${fileName}`;
}

/** A media type as browsers send it, or that of plain bytes: the link is signed over it. */
function safeType(type: string | undefined): string {
  return type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
