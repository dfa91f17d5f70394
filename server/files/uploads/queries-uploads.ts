import type { Folder } from '#shared/files/contract.ts';
import type { Db, Tx } from '../../db/transaction.ts';
import type { StoredUpload } from '../../storage/uploads.ts';

export interface NewUpload {
  readonly id: string;
  readonly session_id: number;
  readonly folder: Folder;
  readonly prefix: string;
  readonly name: string;
  readonly key: string;
  readonly content_type: string;
  readonly size: number | null;
  readonly modified_ms?: number | null;
  readonly put_id?: string | null;
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

/** Open uploads into a folder that are not listed yet. */
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

/** The number of open uploads into a folder. */
export async function countUploads(db: Db, sessionId: number, folder: Folder): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of open uploads into a folder that may still arrive at `now`. */
export async function countOpen(
  tx: Tx,
  sessionId: number,
  folder: Folder,
  now: Temporal.Instant,
): Promise<number> {
  const { count } = await tx
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes uploads; returns the ids of those that no other call has removed. */
export async function removeUploads(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.deleteFrom('uploads').where('id', 'in', ids).returning('id').execute();
  return new Set(rows.map((row) => row.id));
}

/** A person's own folder in a session. */
export interface OwnFolder {
  readonly sessionId: number;
  readonly folder: Folder;
  readonly personId: string;
}

/** A person's own upload into their folder, by its key. */
export function uploadOf(db: Db, { sessionId, folder, personId }: OwnFolder, key: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'key', 'content_type', 'size', 'upload_id', 'put_id'])
    .where('key', '=', key)
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .executeTakeFirst();
}

/** Records an upload's id at storage unless it has one; returns the recorded id, undefined when the upload is gone. */
export async function setUploadId(db: Db, id: string, uploadId: string): Promise<string | null | undefined> {
  const row = await db
    .updateTable('uploads')
    .set((eb) => ({ upload_id: eb.fn.coalesce('upload_id', eb.val(uploadId)) }))
    .where('id', '=', id)
    .returning('upload_id')
    .executeTakeFirst();
  return row?.upload_id;
}

/**
 * Records the upload opened for a whole file's link unless there is one; returns the recorded id, undefined
 * when the upload is gone.
 */
export async function setPutId(db: Db, id: string, putId: string): Promise<string | null | undefined> {
  const row = await db
    .updateTable('uploads')
    .set((eb) => ({ put_id: eb.fn.coalesce('put_id', eb.val(putId)) }))
    .where('id', '=', id)
    .returning('put_id')
    .executeTakeFirst();
  return row?.put_id;
}

/** A person's own open uploads into their folder, oldest first. */
export function openUploadsOf(db: Db, { sessionId, folder, personId }: OwnFolder) {
  return db
    .selectFrom('uploads')
    .select(['key', 'upload_id', 'prefix', 'name', 'size', 'modified_ms', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .orderBy('id')
    .execute();
}

export type BegunUpload = Awaited<ReturnType<typeof openUploadsOf>>[number];

/** Removes a person's own uploads by their keys; other keys are ignored. */
export function deleteUploads(
  tx: Tx,
  { sessionId, folder, personId }: OwnFolder,
  keys: readonly string[],
): Promise<StoredUpload[]> {
  return tx
    .deleteFrom('uploads')
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .where('key', 'in', keys)
    .returning(['key', 'upload_id', 'put_id'])
    .execute();
}

/** Open uploads begun before an instant, with what decides whether storage is polled for them. */
export function unreportedUploads(db: Db, before: Temporal.Instant) {
  return db
    .selectFrom('uploads as u')
    .innerJoin('people as p', 'p.id', 'u.created_by')
    .innerJoin('sessions as s', 's.id', 'u.session_id')
    .select([
      'u.id',
      'u.session_id',
      'u.folder',
      'u.created_by',
      'u.created_at',
      'u.expires_at',
      'p.role',
      's.status',
    ])
    .where('u.created_at', '<', before)
    .orderBy('u.id')
    .execute();
}

/** Removes expired uploads and those of cancelled sessions. */
export function deleteExpiredUploads(tx: Tx, now: Temporal.Instant): Promise<StoredUpload[]> {
  return tx
    .deleteFrom('uploads')
    .where((either) =>
      either.or([
        either('expires_at', '<=', now),
        either.exists(
          either
            .selectFrom('sessions as s')
            .select('s.id')
            .whereRef('s.id', '=', 'uploads.session_id')
            .where('s.status', '=', 'cancelled'),
        ),
      ]),
    )
    .returning(['key', 'upload_id', 'put_id'])
    .execute();
}
