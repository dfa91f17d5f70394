import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { findRunning, serverOf } from '#server/db/embedded/running.ts';

/** How long jobs may take to end, on a machine however busy. */
const LIMIT_MS = 120_000;
const INTERVAL_MS = 20;
const LOCK_MS = 300;
/** PostgreSQL's code for a lock that was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03';
/** Schemas that are copied: the studio's own and the payment sandbox's. */
const COPIED = ['public', 'sandbox_stripe', 'sandbox_paypal'];
/** Among them is the address of this very server, which stays. */
const SANDBOX_OBJECTS: ReadonlySet<string> = new Set(['sandbox_stripe.objects', 'sandbox_paypal.objects']);
/** Schema of the copies. */
const COPIES = 'snapshot';

/** Copies every row of a running studio's database beside it, once its jobs have ended. */
export const takeSnapshot = (dataDir: string): Promise<void> =>
  connected(dataDir, async (client) => {
    await jobsEnded(client);
    await client.query(`create schema ${COPIES}`);
    for (const { name, copy, columns } of await tablesOf(client))
      await client.query(`create table ${copy} as select ${columns} from ${name}`);
  });

/**
 * Returns the database of a running studio to its snapshot; dropped is what is still queued, and what was begun before
 * `startedAt`, when its server started: by one that was killed at it.
 */
export const restoreSnapshot = (dataDir: string, startedAt: Date): Promise<void> =>
  connected(dataDir, async (client) => {
    await client.query(
      `delete from jobs.job where state < 'active' or (state = 'active' and started_on < $1)`,
      [startedAt],
    );
    await jobsEnded(client);
    const tables = await tablesOf(client);
    await lockTables(client, tables);
    // No triggers and no order of tables: the rows were consistent when they were copied.
    await client.query('set local session_replication_role = replica');
    for (const { name, copy, columns } of tables) {
      const rows = (table: string): string => `select row(${columns})::text from ${table}`;
      const restored = SANDBOX_OBJECTS.has(name) ? `kind <> 'webhook_endpoint' and` : '';
      // Few rows differ; the others stay.
      await client.query(
        `delete from ${name} where ${restored} row(${columns})::text not in (${rows(copy)})`,
      );
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from ${copy} where ${restored} row(${columns})::text not in (${rows(name)})`,
      );
    }
    await client.query(`delete from jobs.job where state < 'active'`);
    await client.query('commit');
  });

/** Whether anyone holds a time in a running studio. */
export const isTimeHeld = (dataDir: string): Promise<boolean> =>
  connected(dataDir, async (client) => {
    const { rowCount } = await client.query(`select from sessions where phase = 'hold' limit 1`);
    return rowCount !== 0;
  });

/** Begins a transaction that nobody writes beside: a page that closes may still have asked for something. */
async function lockTables(client: Client, tables: readonly CopiedTable[]): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    await client.query('begin');
    // Shorter than the server looks for deadlocks, so that none of its own transactions is ended for one.
    await client.query(`set local lock_timeout = '${LOCK_MS} ms'`);
    try {
      await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockTimeout(error) || performance.now() > deadline) throw error;
      await wait(INTERVAL_MS);
    }
  }
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;

interface CopiedTable {
  readonly name: string;
  readonly copy: string;
  /** Those that can be written. */
  readonly columns: string;
}

async function tablesOf(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            format('%I.%I', $1::text, n.nspname || '.' || c.relname) as copy,
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid
      where n.nspname = any ($2) and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by n.nspname, c.relname`,
    [COPIES, COPIED],
  );
  return rows;
}

async function jobsEnded(client: Client): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct name from jobs.job where state = 'active'
       union all select 'webhook of ' || event from sandbox_stripe.deliveries where taken
       union all select 'webhook of ' || event from sandbox_paypal.deliveries where taken`,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(`jobs do not end: ${rows.map(({ name }) => name).join(', ')}`);
    await wait(INTERVAL_MS);
  }
}

/** Works on the database of a running studio. */
export async function connected<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const target = await findRunning(serverOf(dataDir));
  if (target === null) throw new Error('The database is not running');
  const client = new Client({ ...target });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
