import { sql } from 'kysely';
import type { Invariant } from '../db/invariants.ts';
import type { Db } from '../db/transaction.ts';

/** Invariants of listed files; that their bytes exist is checked against storage. */
export const FILE_INVARIANTS: readonly Invariant[] = [
  {
    holds: 'No file that is listed is still an upload, or to be deleted.',
    violations: sql`
      select f.id from files f join uploads u on u.key = f.key
      union all select f.id from files f join doomed_objects d on d.key = f.key`,
  },
  {
    holds: 'No sample that is kept is to be deleted, and no musician has more than twelve.',
    violations: sql`
      select s.id from sample_objects s join doomed_objects d on d.key = s.key where s.size is not null
      union all select musician_id from musician_samples group by musician_id having count(*) > 12`,
  },
  {
    holds: 'A file belongs to a session that was confirmed.',
    violations: sql`select f.id from files f join sessions s on s.id = f.session_id where s.phase = 'hold'`,
  },
];

/** The row of an object in storage: a file or a sample; `size` is null for an upload and for what is marked for deletion. */
interface KnownObject {
  readonly id: string;
  readonly size: number | null;
  /** The pin of the listed bytes, where it was recorded. */
  readonly etag: string | null;
  readonly version: string | null;
}

export async function knownObjects(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownObject>> {
  const { rows } = await sql<KnownObject & { key: string }>`
    with asked as (select unnest(${[...keys]}::text[]) as key)
    select f.key, f.id::text as id, f.size, f.etag, f.version from files f join asked a on a.key = f.key
    union all select u.key, u.id::text, null, null, null from uploads u join asked a on a.key = u.key
    union all select s.key, s.id::text, s.size, s.etag, s.version from sample_objects s join asked a on a.key = s.key
    union all select d.key, d.key, null, null, null from doomed_objects d join asked a on a.key = d.key`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key, row]));
}
