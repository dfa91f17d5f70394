import { type Client } from 'pg';
import { columnList, type Table } from './catalog.ts';

/** The queues' table of waiting jobs. */
export const JOBS_TABLE = 'jobs.job';

/** Running jobs count as waiting: their worker is gone after a restore. Jobs may run twice. */
const RESET_COLUMNS: Readonly<Record<string, string>> = {
  state: `case state when 'active' then 'retry' else state end as state`,
  started_on: 'null as started_on',
  heartbeat_on: 'null as heartbeat_on',
};

/** Waiting and running jobs, without the queues' own maintenance; null where there are no queues yet. */
export async function waitingJobs(client: Client): Promise<Table | null> {
  const columns = (await typesOf(client)).map(({ name }) => name);
  if (columns.length === 0) return null;
  const values = columns.map((column) => RESET_COLUMNS[column] ?? columnList([column]));
  return {
    name: JOBS_TABLE,
    columns,
    rows: `select ${values.join(', ')} from ${JOBS_TABLE}
      where state in ('created', 'retry', 'active') and not starts_with(name, '__')
      order by name collate "C", id`,
  };
}

/** Staging table: another release's queues may have other columns. */
export const STAGING_TABLE = 'pg_temp.waiting_jobs';

export async function createStagingTable(client: Client, columns: readonly string[]): Promise<Table> {
  const declared = columns.map((column) => `${columnList([column])} text`);
  await client.query(`create temporary table waiting_jobs (place bigint generated always as identity, ${declared.join(', ')})
    on commit drop`);
  return {
    name: STAGING_TABLE,
    columns,
    rows: `select ${columnList(columns)} from ${STAGING_TABLE} order by place`,
  };
}

/** Queues of the staged jobs. */
export async function queuesOfStaged(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct name from ${STAGING_TABLE} order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Moves staged jobs into their queues, with the columns that both releases know. Returns their number. */
export async function insertStaged(client: Client, columns: readonly string[]): Promise<number> {
  const known = (await typesOf(client)).filter(({ name }) => columns.includes(name));
  const values = known.map(({ name, type }) => `${columnList([name])}::${type}`);
  const { rowCount } = await client.query(
    `insert into ${JOBS_TABLE} (${columnList(known.map(({ name }) => name))})
     select ${values.join(', ')} from ${STAGING_TABLE}`,
  );
  return rowCount ?? 0;
}

async function typesOf(client: Client): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
    [JOBS_TABLE],
  );
  return rows;
}
