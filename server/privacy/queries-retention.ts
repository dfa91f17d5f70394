import { sql } from 'kysely';
import type { Retention } from '#shared/privacy/rules-retention.ts';
import type { Db } from '../db/transaction.ts';

/** Rows of one statement, so that none locks many. */
const BATCH = 1000;

/** Deletes what is past its time in batches; returns how many rows. */
export async function deletePast(
  db: Db,
  { table, key, since, days, only }: Retention,
  now: Temporal.Instant,
): Promise<number> {
  const before = now.subtract({ hours: 24 * days });
  const chosen = only === undefined ? sql`` : sql` and ${sql.ref(only.column)} = ${only.value}`;
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)}
        where ${sql.ref(since)} < ${before}::timestamptz${chosen} limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < BATCH) return deleted;
  }
}
