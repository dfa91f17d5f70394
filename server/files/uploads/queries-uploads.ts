import type { Folder } from '../../shared/files/contract.ts';
import type { Db, Tx } from '../db/transaction.ts';

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

/** How many uploads into a folder are under way. */
export async function countUploads(db: Db, sessionId: number, folder: Folder): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes uploads off the list of those under way; answers the ids of those that no other call has taken. */
export async function takeUploads(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.deleteFrom('uploads').where('id', 'in', ids).returning('id').execute();
  return new Set(rows.map((row) => row.id));
}

/** The folder that a person writes in a session. */
export interface OwnFolder {
  readonly sessionId: number;
  readonly folder: Folder;
  readonly personId: string;
}

/** A person's own upload into their folder, by its key. */
export function uploadOf(db: Db, { sessionId, folder, personId }: OwnFolder, key: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'key', 'content_type', 'size', 'upload_id'])
    .where('key', '=', key)
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .executeTakeFirst();
}

/** Keeps the id that an upload has at storage unless it has one; answers the one it then has, undefined when the upload has gone. */
export async function keepUploadId(db: Db, id: string, uploadId: string): Promise<string | null | undefined> {
  const row = await db
    .updateTable('uploads')
    .set((eb) => ({ upload_id: eb.fn.coalesce('upload_id', eb.val(uploadId)) }))
    .where('id', '=', id)
    .returning('upload_id')
    .executeTakeFirst();
  return row?.upload_id;
}

/** A person's own uploads into their folder that have begun in parts, oldest first. */
export function begunInParts(db: Db, { sessionId, folder, personId }: OwnFolder) {
  return db
    .selectFrom('uploads')
    .select(['key', 'upload_id', 'prefix', 'name', 'size', 'modified_ms', 'created_at'])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .where('upload_id', 'is not', null)
    .orderBy('id')
    .execute();
}

export type BegunUpload = Awaited<ReturnType<typeof begunInParts>>[number];

/** What is left of an upload that was taken off: its bytes' key, and its id at storage. */
export interface GoneUpload {
  readonly key: string;
  readonly upload_id: string | null;
}

/** Takes a person's own uploads off by their keys; keys that are none of theirs are passed over. */
export function deleteUploads(
  tx: Tx,
  { sessionId, folder, personId }: OwnFolder,
  keys: readonly string[],
): Promise<GoneUpload[]> {
  return tx
    .deleteFrom('uploads')
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('created_by', '=', personId)
    .where('key', 'in', keys)
    .returning(['key', 'upload_id'])
    .execute();
}

/** Every upload begun before an instant, with what says whether storage is asked for it again. */
export function leftUploads(db: Db, before: Temporal.Instant) {
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

/** Takes off the uploads that nothing more is expected of: overdue ones, and those of cancelled sessions. */
export function deleteDeadUploads(tx: Tx, now: Temporal.Instant): Promise<GoneUpload[]> {
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
    .returning(['key', 'upload_id'])
    .execute();
}
