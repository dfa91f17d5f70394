import { sql } from 'kysely';
import type { Db } from './transaction.ts';

/** Marks stored bytes without a row; a job deletes them (docs/product/storage.md#deleting-bytes). */
export async function markForDeletion(db: Db, keys: readonly string[], now: Temporal.Instant): Promise<void> {
  if (keys.length === 0) return;
  // One parameter for all keys: a folder may hold more files than a statement has parameters.
  await sql`
    insert into doomed_objects (key, doomed_at)
    select key, ${now}::timestamptz from unnest(${[...keys]}::text[]) as gone (key)
    on conflict do nothing`.execute(db);
}

/** Keys marked before an instant; never one that a file, an upload or a sample still names. */
export async function markedForDeletion(db: Db, before: Temporal.Instant): Promise<string[]> {
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
    .where(
      sql<boolean>`not exists (select from musician_samples s where s.key = d.key or s.preview_key = d.key)`,
    )
    .limit(1000)
    .execute();
  return rows.map((row) => row.key);
}

/** Removes the marks of keys that were deleted, or that a row names from now on. */
export async function unmark(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('doomed_objects').where('key', 'in', keys).execute();
}
