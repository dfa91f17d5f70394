import { sql, type Insertable } from 'kysely';
import type { Folder } from '#shared/files/contract.ts';
import type { Tables } from '../db/tables.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Pin } from '../ctx/storage.ts';

/** A session for its client or its musician; undefined for everyone else and for a hold. */
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

/** A folder's complete files, by prefix, then name. */
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

/** Whether files were listed in a folder since the session's last change of status. */
export async function hasNewFiles(tx: Tx, sessionId: number, folder: Folder): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select exists (
      select from files where session_id = ${sessionId} and folder = ${folder} and last_modified >= coalesce((
        select max(at) from session_events where session_id = ${sessionId} and from_status <> to_status), '-infinity')
    ) as fresh`.execute(tx);
  return rows[0]?.fresh === true;
}

/** The files of an archive, in the order of the list. */
export function filesToPack(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('files')
    .select([
      'id',
      'session_id',
      'key',
      'prefix',
      'name',
      'size',
      'crc32',
      'etag',
      'version',
      'last_modified',
    ])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .orderBy('prefix')
    .orderBy('name')
    .execute();
}

export type FileToPack = Awaited<ReturnType<typeof filesToPack>>[number];

/** The numbers of complete files in a folder, of those with a checksum, and of those known to have changed. */
export function countChecksums(db: Db, sessionId: number, folder: Folder) {
  return db
    .selectFrom('files')
    .select((eb) => [
      eb.fn.countAll<number>().as('files'),
      eb.fn.count<number>('crc32').as('checksums'),
      eb.fn.count<number>('changed_at').as('changed'),
    ])
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
}

/** The names of a folder's files that are known to have changed. */
export async function changedNames(db: Db, sessionId: number, folder: Folder): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('name')
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .where('changed_at', 'is not', null)
    .orderBy('prefix')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
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

/** Lists complete files; each replaces one of the same place. `files` must not name a place twice. */
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
        etag: eb.ref('excluded.etag'),
        version: eb.ref('excluded.version'),
        changed_at: null,
      })),
    )
    .execute();
}

/** The number of complete files in a folder. */
export async function countFiles(db: Db, sessionId: number, folder: Folder): Promise<number> {
  const { count } = await db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .executeTakeFirstOrThrow();
  return count;
}

/** Removes all files of a folder from the list; returns their keys. */
export async function deleteFiles(tx: Tx, sessionId: number, folder: Folder): Promise<string[]> {
  const rows = await tx
    .deleteFrom('files')
    .where('session_id', '=', sessionId)
    .where('folder', '=', folder)
    .returning('key')
    .execute();
  return rows.map((row) => row.key);
}

/** A file with its pin. */
export interface PinnedFile {
  readonly id: string;
  readonly session_id: number;
  readonly key: string;
  readonly size: number;
  readonly crc32: number | null;
  readonly etag: string | null;
  readonly version: string | null;
}

/** Files without a checksum or a pin, after an id, 100 at a time. */
export function withoutChecksum(db: Db, after: string | null): Promise<PinnedFile[]> {
  let some = db
    .selectFrom('files')
    .select(['id', 'session_id', 'key', 'size', 'crc32', 'etag', 'version'])
    .where((either) => either.or([either('crc32', 'is', null), either('etag', 'is', null)]))
    .where('changed_at', 'is', null);
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

/** A listed file or sample of the studio. */
interface StoredRow {
  readonly key: string;
  readonly size: number;
  readonly type: string;
  readonly etag: string | null;
  readonly version: string | null;
}

/** Listed files and samples of the whole studio after a key, 1,000 at a time. */
export async function filesByKey(db: Db, after: string | null): Promise<StoredRow[]> {
  // A backup of an older release has no samples, and no such columns of files.
  const { rows: views } = await sql<{ exists: boolean }>`
    select to_regclass('sample_objects') is not null as exists`.execute(db);
  const samples =
    views[0]?.exists === true
      ? sql`union all (select key, size, content_type, etag, version from sample_objects
          where size is not null and key > ${after ?? ''} order by key limit 1000)`
      : sql``;
  const { rows } = await sql<StoredRow>`
    select * from (
      (select key, size, content_type as type, to_jsonb(files) ->> 'etag' as etag, to_jsonb(files) ->> 'version' as version
        from files where key > ${after ?? ''} order by key limit 1000)
      ${samples}) stored
    order by key limit 1000`.execute(db);
  return rows;
}

/** Records the pin of a file that has none, unless it was replaced or another call did. */
export async function setPin(
  db: Db,
  file: { id: string; key: string },
  { etag, version }: Pin,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ etag, version })
    .where('id', '=', file.id)
    .where('key', '=', file.key)
    .where('etag', 'is', null)
    .execute();
}

/** Marks a file as changed; false when it was marked or replaced before. */
export async function setChanged(
  db: Db,
  file: { id: string; key: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ changed_at: now })
    .where('id', '=', file.id)
    .where('key', '=', file.key)
    .where('changed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
