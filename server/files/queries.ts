import { sql, type Insertable } from 'kysely';
import type { Folder } from '../../shared/files/contract.ts';
import type { Tables } from '../db/tables.ts';
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

/** What an archive of a folder is made of, in the order of its list. */
export function filesToPack(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('files')
    .select(['key', 'prefix', 'name', 'size', 'crc32', 'last_modified'])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .orderBy('prefix')
    .orderBy('name')
    .execute();
}

/** How many complete files a folder holds, and how many of them have their checksum. */
export function countChecksums(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('files'), eb.fn.count<number>('crc32').as('checksums')])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
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

export type NewFile = Insertable<Tables['files']>;

/** Lists complete files; one of the same place gives way. No two may be of one place. */
export async function putFiles(tx: Tx, files: readonly NewFile[]): Promise<void> {
  if (files.length === 0) return;
  await tx
    .insertInto('files')
    .values([...files])
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'folder', 'prefix', 'name']).doUpdateSet((eb) => ({
        key: eb.ref('excluded.key'),
        content_type: eb.ref('excluded.content_type'),
        size: eb.ref('excluded.size'),
        crc32: eb.ref('excluded.crc32'),
        uploaded_by: eb.ref('excluded.uploaded_by'),
        last_modified: eb.ref('excluded.last_modified'),
      })),
    )
    .execute();
}

/** How many complete files a folder holds. */
export async function countFiles(db: Db, sessionId: number, folder: Folder): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
  return count;
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
  // one parameter for all: a folder may hold more files than a statement takes parameters
  await sql`
    insert into doomed_objects (key, doomed_at)
    select key, ${now}::timestamptz from unnest(${[...keys]}::text[]) as gone (key)
    on conflict do nothing`.execute(db);
}

/** Bytes that may go now; never what a file or an upload still names. */
export async function doomed(db: Db, before: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('doomed_objects as d')
    .select('d.key')
    .where('d.doomed_at', '<=', before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('files as f').select('f.key').whereRef('f.key', '=', 'd.key'))),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('uploads as u').select('u.key').whereRef('u.key', '=', 'd.key'))),
    )
    .limit(1000)
    .execute();
  return rows.map((row) => row.key);
}

export async function forget(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('doomed_objects').where('key', 'in', keys).execute();
}

/** Files whose checksum is still to be made, by id from after one on. */
export function withoutChecksum(db: Db, after: string | null) {
  let some = db.selectFrom('files').select(['id', 'key']).where('crc32', 'is', null);
  if (after !== null) some = some.where('id', '>', after);
  return some.orderBy('id').limit(100).execute();
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
