import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbedded } from '#server/db/embedded/launcher.ts';

/** How long jobs may take to end, on a machine however busy. */
const LIMIT_MS = 120_000;
const INTERVAL_MS = 20;
/** Schema of the copies. */
const COPIES = 'snapshot';

/** Copies every row of a running studio's database beside it, once its jobs have ended. */
export const takeSnapshot = (dataDir: string): Promise<void> =>
  connected(dataDir, async (client) => {
    await jobsEnded(client);
    await client.query(`create schema ${COPIES}`);
    for (const { name, columns } of await tablesOf(client))
      await client.query(`create table ${COPIES}.${name} as select ${columns} from public.${name}`);
  });

/** Returns the database of a running studio to its snapshot; what is still queued is dropped. */
export const restoreSnapshot = (dataDir: string): Promise<void> =>
  connected(dataDir, async (client) => {
    await client.query(`delete from jobs.job where state < 'active'`);
    await jobsEnded(client);
    await client.query('begin');
    // No triggers and no order of tables: the rows were consistent when they were copied.
    await client.query('set local session_replication_role = replica');
    for (const { name, columns } of await tablesOf(client)) {
      const rows = (schema: string): string => `select row(${columns})::text from ${schema}.${name}`;
      // Few rows differ; the others stay.
      await client.query(`delete from public.${name} where row(${columns})::text not in (${rows(COPIES)})`);
      await client.query(
        `insert into public.${name} (${columns}) overriding system value
         select ${columns} from ${COPIES}.${name} where row(${columns})::text not in (${rows('public')})`,
      );
    }
    await client.query(`delete from jobs.job where state < 'active'`);
    await client.query('commit');
  });

/** Tables with the columns that can be written. */
async function tablesOf(client: Client): Promise<{ name: string; columns: string }[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select quote_ident(c.relname) as name,
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname`,
  );
  return rows;
}

async function jobsEnded(client: Client): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct name from jobs.job where state = 'active'`,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadline)
      throw new Error(`jobs do not end: ${rows.map(({ name }) => name).join(', ')}`);
    await wait(INTERVAL_MS);
  }
}

async function connected(dataDir: string, work: (client: Client) => Promise<void>): Promise<void> {
  const { target } = await startEmbedded({ dataDir });
  const client = new Client({ ...target });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
