import { readFile } from 'node:fs/promises';
import { Pool, type PoolClient, type PoolConfig } from 'pg';

/** A connection string or pg's own options. */
export type DatabaseTarget = string | PoolConfig;

/** As long as the studio keeps its own: opening one costs more than most of what is read. */
const IDLE_MS = 300_000;

/** One writer at a time, over all processes on the database. */
const WRITE_LOCK = 7_311_904_422;

export function openPool(target: DatabaseTarget): Pool {
  const at = typeof target === 'string' ? { connectionString: target } : target;
  const pool = new Pool({ max: 8, idleTimeoutMillis: IDLE_MS, ...at });
  // A connection that the server ends while idle is replaced by the next use.
  pool.on('error', () => {});
  // One in use emits an error too, which would end the process if nothing listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Makes a provider's own schema where it is missing. */
export async function migrate(pool: Pool, schema: string): Promise<void> {
  const tables = await readFile(new URL('schema.sql', import.meta.url), 'utf8');
  await inTransaction(pool, true, (client) => client.query(tables.replaceAll('{schema}', schema)));
}

/** Runs work in one transaction; commits unless it throws. */
export async function inTransaction<T>(
  pool: Pool,
  writes: boolean,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(writes ? 'begin' : 'begin isolation level repeatable read read only');
    if (writes) await client.query('select pg_advisory_xact_lock($1)', [WRITE_LOCK]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
