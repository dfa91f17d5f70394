import { sql } from 'kysely';
import type { AttemptCounter } from '#shared/accounts/rules-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';

/** Locks a counter until the transaction ends; null if it is empty. */
export async function lockCounter(
  tx: Tx,
  key: string,
  now: Temporal.Instant,
): Promise<AttemptCounter | null> {
  const { rows } = await sql<{
    hits: number;
    window_ends: Temporal.Instant;
    paused_until: Temporal.Instant | null;
  }>`
    insert into rate_counters as c (key, hits, window_ends) values (${key}, 0, ${now})
    on conflict (key) do update set hits = c.hits
    returning hits, window_ends, paused_until`.execute(tx);
  const [row] = rows;
  if (row === undefined || row.hits === 0) return null;
  return { hits: row.hits, windowEnds: row.window_ends, pausedUntil: row.paused_until };
}

export async function putCounter(tx: Tx, key: string, counter: AttemptCounter): Promise<void> {
  await tx
    .updateTable('rate_counters')
    .set({ hits: counter.hits, window_ends: counter.windowEnds, paused_until: counter.pausedUntil })
    .where('key', '=', key)
    .execute();
}

/** Undoes one attempt on each counter, with the pause it began; one at a time, so that calls never deadlock. */
export async function undoAttempts(db: Database, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await db
      .updateTable('rate_counters')
      .set((row) => ({ hits: row('hits', '-', 1), paused_until: null }))
      .where('key', '=', key)
      .where('hits', '>', 0)
      .execute();
}
