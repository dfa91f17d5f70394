import type { archiveLink, downloadLink, FileEntry, Folder, listFiles } from '../../shared/files/contract.ts';
import { isSupportedAudioFile } from '../../shared/files/rules.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { judgeDownload, otherFolder, ownSession } from './access.ts';
import * as queries from './queries.ts';

const LINK_SECONDS = 900;

const entry = (row: queries.FileRow): FileEntry => ({
  id: row.id,
  filename: row.name,
  filePath: row.prefix + row.name,
  prefix: row.prefix,
  last_modified: row.last_modified.toString(),
  size: row.size,
  isSupportedAudioFile: isSupportedAudioFile(row.name),
});

/** A folder's complete files with whether they may be downloaded now. Expired files are hidden (decisions 6). */
export async function showFiles(
  ctx: SignedInCtx,
  { query }: InputOf<typeof listFiles>,
): Promise<Result<AnswerOf<typeof listFiles>, ProblemOf<typeof listFiles>>> {
  const found = await ownSession(ctx, query.session_id);
  if (!found.ok) return found;
  const download = await judgeDownload(ctx, found.value, query.folder);
  const rows =
    download.state === 'expired' ? [] : await queries.filesIn(ctx.db, query.session_id, query.folder);
  const until = download.until?.toString() ?? null;
  return ok({ files: rows.map(entry), total: rows.length, download: { state: download.state, until } });
}

/** A short-lived link to one file, in the named folder or in whichever has it. */
export async function linkFile(
  ctx: SignedInCtx,
  { query }: InputOf<typeof downloadLink>,
): Promise<Result<AnswerOf<typeof downloadLink>, ProblemOf<typeof downloadLink>>> {
  const found = await ownSession(ctx, query.session_id);
  if (!found.ok) return found;
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
    if ((await judgeDownload(ctx, found.value, folder)).state !== 'offered') return fail('files_held');
    const downloadUrl = await ctx.storage.presignGet({
      key: file.key,
      filename: file.name,
      contentType: file.content_type,
      expiresIn: LINK_SECONDS,
      origin: ctx.origin,
    });
    return ok({ downloadUrl });
  }
  return fail('not_found');
}

/** Where to get all files of a folder as one zip; 'preparing-files' while a checksum is missing. */
export async function linkArchive(
  ctx: SignedInCtx,
  { body }: InputOf<typeof archiveLink>,
): Promise<Result<AnswerOf<typeof archiveLink>, ProblemOf<typeof archiveLink>>> {
  const folder = body.folder ?? otherFolder(ctx.actor.role);
  const found = await ownSession(ctx, body.session_id);
  if (!found.ok) return found;
  if ((await judgeDownload(ctx, found.value, folder)).state !== 'offered') return fail('files_held');
  const { files, checksums } = await queries.countChecksums(ctx.db, body.session_id, folder);
  if (files === 0) return fail('no_files');
  if (checksums < files) return ok({ code: 'preparing-files', downloadUrl: null });
  const url = new URL(`/api/sessions/${body.session_id}/archive/${folder}`, ctx.origin);
  return ok({ code: 'files-ready', downloadUrl: url.href });
}
