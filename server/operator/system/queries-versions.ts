import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/** PostgreSQL's version and the migrations that were applied. */
export async function databaseVersions(db: Database) {
  const { rows } = await sql<{ postgresql: string; count: number; last: string }>`
    select current_setting('server_version') as postgresql, count(*) as count, coalesce(max(name), '') as last
    from applied_sql where name not like 'view:%'`.execute(db);
  return rows[0] ?? { postgresql: '', count: 0, last: '' };
}
