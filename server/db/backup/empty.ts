import type { Client } from 'pg';
import { tableName, tablesOf } from './catalog.ts';
import { sandboxTables } from './sandbox.ts';

/** Whether a Talkback server is connected to the database. */
export async function isInUse(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name in ('talkback jobs', 'talkback live') limit 1`,
  );
  return rows.length > 0;
}

/** A table that has a row; null when all are empty. */
export async function findNonEmptyTable(client: Client): Promise<string | null> {
  for (const { name } of [...(await tablesOf(client)), ...(await sandboxTables(client))]) {
    const { rows } = await client.query(`select from ${tableName(name)} limit 1`);
    if (rows.length > 0) return name;
  }
  return null;
}

/** Runs `work` in one transaction, then analyzes the tables. */
export async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}
