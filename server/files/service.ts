import { archive } from '#shared/files/calls.ts';
import type { archiveLink, downloadLink, FileEntry, Folder, listFiles } from '#shared/files/contract.ts';
import { isSupportedAudioFile } from '#shared/files/rules.ts';
import { filesChanged } from '#shared/files/texts.ts';
import { fillPath } from '#shared/lib/call.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Db } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { downloadAccess, otherFolder, ownSession } from './access.ts';
import { pinOf } from './uploads/pin.ts';
import * as queries from './queries.ts';

export { checkStorage } from './check-storage.ts';
export { FILE_INVARIANTS } from './queries-invariants.ts';

const LINK_SECONDS = 900;

const entry = (row: queries.FileRow): FileEntry => ({
  id: row.id,
  filename: row.name,
  filePath: row.prefix + row.name,
  prefix: row.prefix,
  last_modified: row.last_modified.toString(),
  size: row.size,
  isSupportedAudioFile: isSupportedAudioFile(row.name),
  changed: row.changed_at !== null,
});

/**
 * A folder's complete files and whether they may be downloaded now. Expired files are hidden
 * (docs/product/files.md#download-limits).
 */
export async function filesOf(
  ctx: SignedInCtx,
  { query }: InputOf<typeof listFiles>,
): Promise<Result<ResponseOf<typeof listFiles>, ProblemOf<typeof listFiles>>> {
  const sessionResult = await ownSession(ctx, query.session_id);
  if (!sessionResult.ok) return sessionResult;
  const download = await downloadAccess(ctx, sessionResult.value, query.folder);
  const rows =
    download.state === 'expired' ? [] : await queries.filesIn(ctx.db, query.session_id, query.folder);
  const until = download.until?.toString() ?? null;
  return ok({ files: rows.map(entry), total: rows.length, download: { state: download.state, until } });
}

/**
 * A short-lived link to one file, in the named folder or in either; `file_changed` when its bytes are not those
 * that were listed.
 */
export async function linkFile(
  ctx: SignedInCtx,
  { query }: InputOf<typeof downloadLink>,
): Promise<Result<ResponseOf<typeof downloadLink>, ProblemOf<typeof downloadLink>>> {
  const sessionResult = await ownSession(ctx, query.session_id);
  if (!sessionResult.ok) return sessionResult;
  const received = otherFolder(ctx.actor.role);
  const folders: readonly Folder[] = query.folder
    ? [query.folder]
    : [received, received === 'user' ? 'output' : 'user'];
  for (const folder of folders) {
    const cut = query.path.lastIndexOf('/') + 1;
    const file = await queries.fileAt(
      ctx.db,
      query.session_id,
      folder,
      query.path.slice(0, cut),
      query.path.slice(cut),
    );
    if (file === undefined) continue;
    if ((await downloadAccess(ctx, sessionResult.value, folder)).state !== 'offered')
      return fail('files_held');
    const pin = await pinOf(ctx, file);
    if (pin === null) return fail('file_changed');
    const downloadUrl = await ctx.storage.presignGet({
      key: file.key,
      version: pin.version,
      filename: file.name,
      contentType: file.content_type,
      expiresIn: LINK_SECONDS,
      origin: ctx.origin,
    });
    return ok({ downloadUrl });
  }
  return fail('not_found');
}

/** The link to a folder as one zip; 'preparing-files' while a checksum is missing. */
export async function linkArchive(
  ctx: SignedInCtx,
  { body }: InputOf<typeof archiveLink>,
): Promise<Result<ResponseOf<typeof archiveLink>, ProblemOf<typeof archiveLink>>> {
  const folder = body.folder ?? otherFolder(ctx.actor.role);
  const sessionResult = await ownSession(ctx, body.session_id);
  if (!sessionResult.ok) return sessionResult;
  if ((await downloadAccess(ctx, sessionResult.value, folder)).state !== 'offered') return fail('files_held');
  const { files, checksums, changed } = await queries.countChecksums(ctx.db, body.session_id, folder);
  if (files === 0) return fail('no_files');
  if (changed > 0) {
    const names = await queries.changedNames(ctx.db, body.session_id, folder);
    return fail('file_changed', { detail: filesChanged(names) });
  }
  if (checksums < files) return ok({ code: 'preparing-files', downloadUrl: null });
  const path = fillPath(archive.path, { id: body.session_id, folder });
  const url = new URL(path, ctx.origin);
  return ok({ code: 'files-ready', downloadUrl: url.href });
}

/** A listed file for backups and checks. */
export interface ListedFile {
  readonly key: string;
  readonly size: number;
  readonly type: string;
  /** The ETag of its bytes; null where it was not recorded. */
  readonly etag: string | null;
  readonly version: string | null;
}

/** Every listed file of the studio, by key. */
export async function* listedFiles(db: Db): AsyncGenerator<ListedFile> {
  let page = await queries.filesByKey(db, null);
  while (page.length > 0) {
    yield* page;
    page = await queries.filesByKey(db, page.at(-1)?.key ?? null);
  }
}
