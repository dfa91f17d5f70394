import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs `work` holding an advisory lock, which no other process has meanwhile; null, and nothing runs, where one has it. No
 * transaction is open, so `work` may ask services outside.
 */
export function ifFree<T>(db: Database, lock: number, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const attempt = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(
      connection,
    );
    if (attempt.rows[0]?.locked !== true) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}
