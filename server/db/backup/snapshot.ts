import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Database } from '../database.ts';
import { ifFree } from '../if-free.ts';
import { LOCKS } from '../locks.ts';
import type { Tx } from '../transaction.ts';

/** Runs `work` with the id of one snapshot of the database. Requests do not wait; a migration does until it ends. */
export async function withSnapshot<T>(client: Client, work: (snapshot: string) => Promise<T>): Promise<T> {
  await client.query('select pg_advisory_lock_shared($1)', [LOCKS.schema]);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const result = await work(rows[0]?.id ?? '');
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock_shared($1)', [LOCKS.schema]).catch(() => {});
  }
}

/** Runs queries in one read-only snapshot (`snapshot` if given), each for at most ten minutes on one processor. */
export function inReadOnlySnapshot<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  snapshot?: string,
): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      if (snapshot !== undefined) await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(trx);
      await sql`set local statement_timeout = '10min'`.execute(trx);
      await sql`set local idle_in_transaction_session_timeout = '10min'`.execute(trx);
      await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      return work(trx as Tx);
    });
}

/** Blocks deletion of stored bytes until the connection ends. */
export async function lockStoredBytes(client: Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [LOCKS.storedBytes]);
}

/** Runs `work`, which deletes stored bytes, unless a backup copies them. Returns whether it ran. */
export async function unlessLocked(db: Database, work: () => Promise<void>): Promise<boolean> {
  const ran = await ifFree(db, LOCKS.storedBytes, async () => {
    await work();
    return true;
  });
  return ran ?? false;
}
