import { randomBytes } from 'node:crypto';
import type { Folder, uploadLink } from '#shared/files/contract.ts';
import { MAX_FILE_BYTES, normalizeFilePath } from '#shared/files/rules.ts';
import { ownFolder } from '#shared/files/rules-folders.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction, type Db } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { inParallel } from '../../lib/parallel.ts';
import { lockSession } from '../../sessions/steps.ts';
import { enqueueAborts, wholeFilePart } from '../../storage/uploads.ts';
import { maySend, ownSession } from '../access.ts';
import * as queries from './queries-uploads.ts';

const LINK_SECONDS = 3600;
/** Lifetime of an upload, three days beyond its link: 5 GiB take long on a slow line. */
const EXPIRY_HOURS = 73;
/** Maximum of open uploads into one folder; each report queries storage for all of them. */
const MAX_OPEN = 3000;
const MAX_PARALLEL = 32;

type Links = Result<ResponseOf<typeof uploadLink>, ProblemOf<typeof uploadLink>>;

/**
 * Links to send files to the caller's own folder. The server chooses the keys; names are data
 * (docs/product/files.md#upload-links).
 */
export async function beginUploads(ctx: SignedInCtx, { body }: InputOf<typeof uploadLink>): Promise<Links> {
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  const planned = planUploads(ctx, body);
  if (!planned.ok) return planned;
  const allowed = await checkNewUploads(ctx, ctx.db, sessionResult.value, planned.value.length);
  if (!allowed.ok) return allowed;
  const uploads = await openAll(ctx, planned.value);
  const begun = await transaction(ctx, async (tx) => {
    const session = await lockSession(tx, body.session_id);
    if (session === undefined) return fail('not_found');
    const allowedNow = await checkNewUploads(ctx, tx, session, uploads.length);
    if (!allowedNow.ok) return allowedNow;
    await queries.insertUploads(tx, uploads);
    return ok(uploads);
  });
  if (!begun.ok) {
    await abortOpened(ctx, uploads);
    return begun;
  }
  const urls = await Promise.all(
    uploads.map(async ({ key, put_id: putId, size }) => ({
      key,
      url: await ctx.storage.presignParts({
        key,
        request: wholeFilePart(putId, size),
        expiresIn: LINK_SECONDS,
        origin: ctx.origin,
      }),
    })),
  );
  return ok({ urls });
}

/**
 * Whether the caller may begin that many uploads now. Checked before storage is called, and again under the
 * session's lock.
 */
async function checkNewUploads(
  { actor, now }: SignedInCtx,
  db: Db,
  session: Parameters<typeof maySend>[1] & { readonly id: number },
  count: number,
): Promise<Result<null, 'not_now' | 'too_many_uploads'>> {
  const allowed = maySend(actor.role, session, now);
  if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
  const open = await queries.countUploads(db, session.id, ownFolder(actor.role));
  return open + count > MAX_OPEN ? fail('too_many_uploads') : ok(null);
}

type Opened = queries.NewUpload & { readonly put_id: string };

/** Opens an upload at storage for each file; when one fails, the others are aborted. */
async function openAll(ctx: SignedInCtx, uploads: readonly queries.NewUpload[]): Promise<Opened[]> {
  const opened: Opened[] = [];
  try {
    return await inParallel(MAX_PARALLEL, uploads, async (upload) => {
      const openedUpload = { ...upload, put_id: await ctx.storage.create(upload.key, upload.content_type) };
      opened.push(openedUpload);
      return openedUpload;
    });
  } catch (error) {
    await abortOpened(ctx, opened);
    throw error;
  }
}

async function abortOpened(ctx: SignedInCtx, opened: readonly Opened[]): Promise<void> {
  await transaction(ctx, async (tx) => {
    await enqueueAborts(
      ctx,
      tx,
      opened.map(({ key, put_id }) => ({ key, put_id, upload_id: null })),
    );
    return ok(null);
  });
}

type Planned = Result<queries.NewUpload[], 'too_large' | 'invalid'>;

/** The uploads of a request, or why one is refused. Two of one name would leave only one file. */
function planUploads({ actor, now }: SignedInCtx, body: InputOf<typeof uploadLink>['body']): Planned {
  const folder = ownFolder(actor.role);
  const places = new Set<string>();
  const uploads: queries.NewUpload[] = [];
  for (const [index, file] of body.files.entries()) {
    if ((file.fileSize ?? 0) > MAX_FILE_BYTES) return fail('too_large');
    const path = normalizeFilePath(fullPath(file));
    if (!path.ok) return invalid(index, REASON_TEXTS[path.reason]);
    const place = path.value.prefix + path.value.name;
    if (places.has(place)) return invalid(index, 'Two of the files have this name.');
    places.add(place);
    const id = newId();
    uploads.push({
      ...path.value,
      id,
      session_id: body.session_id,
      folder,
      key: newKey(body.session_id, folder, id),
      content_type: safeType(file.fileType),
      size: file.fileSize ?? null,
      modified_ms: file.fileModified ?? null,
      created_by: actor.id,
      created_at: now,
      expires_at: now.add({ hours: EXPIRY_HOURS }),
    });
  }
  return ok(uploads);
}

/** The key of an upload: sortable by time, and with 128 random bits. */
const newKey = (sessionId: number, folder: Folder, id: string): string =>
  `sessions/${sessionId}/${folder}/${id}-${randomBytes(16).toString('hex')}`;

const REASON_TEXTS = {
  empty: 'This name cannot be used.',
  too_long: 'This name with its folders is too long.',
};

const invalid = (index: number, message: string) =>
  fail('invalid', { errors: [{ field: `files.${index}.filePath`, message }] });

/** A file's path in its folder: some browsers send the whole path, some only the folder, some none. */
function fullPath({ fileName, filePath = '' }: { fileName: string; filePath?: string | undefined }): string {
  if (filePath === '' || filePath === fileName) return fileName;
  return filePath.endsWith(`/${fileName}`) ? filePath : `${filePath}/${fileName}`;
}

/** A media type as browsers send it, else that of plain bytes; the link is signed over it. */
function safeType(type: string | undefined): string {
  return type !== undefined && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
