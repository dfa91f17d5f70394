import type { Folder } from '../../shared/files/contract.ts';
import type { Db, Tx } from '../db/transaction.ts';

/** Whose session it is and how it stands, for its client and its musician only; a hold has no files. */
export function sessionOf(db: Db, sessionId: number, personId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'client_id', 'musician_id', 'status', 'starts_at', 'ends_at', 'title'])
    .where('id', '=', sessionId)
    .where('phase', '<>', 'hold')
    .where((either) => either.or([either('client_id', '=', personId), either('musician_id', '=', personId)]))
    .executeTakeFirst();
}

export type SessionOfFiles = NonNullable<Awaited<ReturnType<typeof sessionOf>>>;

/** A folder's complete files, as people read lists: by prefix, then name. */
export function filesIn(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .orderBy('prefix')
    .orderBy('name')
    .execute();
}

export type FileRow = Awaited<ReturnType<typeof filesIn>>[number];

/** One complete file by its prefix and name. */
export function fileAt(db: Db, sessionId: number, folder: Folder, prefix: string, name: string) {
  return db
    .selectFrom('files')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('prefix', '=', prefix)
    .where('name', '=', name)
    .executeTakeFirst();
}

export interface NewUpload {
  readonly id: string;
  readonly session_id: number;
  readonly folder: Folder;
  readonly prefix: string;
  readonly name: string;
  readonly key: string;
  readonly content_type: string;
  readonly size: number | null;
  readonly created_by: string;
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
}

export async function insertUploads(db: Db, uploads: readonly NewUpload[]): Promise<void> {
  await db
    .insertInto('uploads')
    .values([...uploads])
    .execute();
}

/** Uploads that were begun into a folder and are not listed yet. */
export function uploadsInto(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .orderBy('id')
    .execute();
}

export type UploadRow = Awaited<ReturnType<typeof uploadsInto>>[number];

/** Folders with uploads begun before an instant: their browser may have gone before it could tell. */
export function foldersWithUploads(db: Db, before: Temporal.Instant) {
  return db
    .selectFrom('uploads as u')
    .innerJoin('people as p', 'p.id', 'u.created_by')
    .select(['u.session_id', 'u.folder', 'u.created_by', 'p.role'])
    .distinct()
    .where('u.created_at', '<', before)
    .execute();
}

/** Takes an upload off the list of those under way; false when another call has done so. */
export async function takeUpload(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Takes uploads off whose links are over. */
export async function deleteOverdueUploads(db: Db, now: Temporal.Instant): Promise<string[]> {
  const rows = await db.deleteFrom('uploads').where('expires_at', '<=', now).returning('key').execute();
  return rows.map((row) => row.key);
}

/** Lists a complete file; one of the same name gives way and its key is answered. */
export async function replaceFile(
  tx: Tx,
  file: { id: string; upload: UploadRow; size: number; crc32: number | null; now: Temporal.Instant },
): Promise<string | null> {
  const { session_id, folder, prefix, name, key, content_type, created_by } = file.upload;
  const old = await tx
    .selectFrom('files')
    .select('key')
    .where('session_id', '=', session_id)
    .where('folder', '=', folder)
    .where('prefix', '=', prefix)
    .where('name', '=', name)
    .executeTakeFirst();
  const fresh = {
    key,
    content_type,
    size: file.size,
    crc32: file.crc32,
    uploaded_by: created_by,
    last_modified: file.now,
  };
  await tx
    .insertInto('files')
    .values({ id: file.id, session_id, folder, prefix, name, ...fresh })
    .onConflict((conflict) => conflict.columns(['session_id', 'folder', 'prefix', 'name']).doUpdateSet(fresh))
    .execute();
  return old?.key ?? null;
}

/** Takes all files of a folder off the list and answers their keys. */
export async function deleteFiles(tx: Tx, sessionId: number, folder: Folder): Promise<string[]> {
  const rows = await tx
    .deleteFrom('files')
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

/** Marks stored bytes that no row names any more; a job deletes them. */
export async function doom(db: Db, keys: readonly string[], now: Temporal.Instant): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('doomed_objects')
    .values(keys.map((key) => ({ key, doomed_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Bytes that may go now. */
export async function doomed(db: Db, before: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('doomed_objects')
    .select('key')
    .where('doomed_at', '<=', before)
    .limit(1000)
    .execute();
  return rows.map((row) => row.key);
}

export async function forget(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('doomed_objects').where('key', 'in', keys).execute();
}

/** Files whose checksum is still to be made. */
export function withoutChecksum(db: Db) {
  return db.selectFrom('files').select(['id', 'key', 'size']).where('crc32', 'is', null).limit(100).execute();
}

/** Records a checksum, unless the file has been replaced meanwhile. */
export async function setChecksum(db: Db, file: { id: string; key: string }, crc32: number): Promise<void> {
  await db
    .updateTable('files')
    .set({ crc32 })
    .where('id', '=', file.id)
    .where('key', '=', file.key)
    .execute();
}
