import { sql } from 'kysely';
import type { StoredKind } from '#shared/operator/system/rules-system.ts';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/transaction.ts';

/** Files and bytes by kind. */
export type StoredTotals = Readonly<
  Partial<Record<StoredKind, { readonly files: number; readonly bytes: number }>>
>;

export interface Measured {
  readonly checked_at: Temporal.Instant;
  readonly storage: StoredTotals;
}

/** Files and bytes by kind, without orphans; reads every file's row. */
export async function storedTotals(db: Db): Promise<StoredTotals> {
  const { rows } = await sql<{ kind: StoredKind; files: number; bytes: number }>`
    select folder as kind, count(*) as files, sum(size)::float8 as bytes from files group by folder
    union all
    select 'samples', count(*), coalesce(sum(size), 0)::float8 from sample_objects where size is not null
    union all
    select 'pictures', count(*), coalesce(sum(bytes), 0)::float8 from (
      select octet_length(webp) as bytes from avatars union all select octet_length(webp) from content_pictures
    ) p`.execute(db);
  return Object.fromEntries(rows.map(({ kind, files, bytes }) => [kind, { files, bytes }]));
}

/** What the last check of the data found stored. */
export function lastMeasured(db: Database): Promise<Measured | undefined> {
  return db
    .selectFrom('data_checks')
    .select(['checked_at', sql<StoredTotals>`storage`.as('storage')])
    .where('storage', 'is not', null)
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Uploads that have not ended, and keys whose bytes are to be deleted. */
export async function unsettled(db: Db) {
  const { rows } = await sql<{ uploads: number; upload_bytes: number; to_delete: number }>`
    select (select count(*) from uploads) as uploads,
      (select coalesce(sum(size), 0)::float8 from uploads) as upload_bytes,
      (select count(*) from doomed_objects) as to_delete`.execute(db);
  return rows[0] ?? { uploads: 0, upload_bytes: 0, to_delete: 0 };
}
