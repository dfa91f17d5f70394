import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { onServer } from '../api/database.ts';

const AGAIN_MS = 20;

/** What was committed outlives a crash: tests' databases write it later, to be faster. */
export async function writeAtCommit(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(url, `alter database ${name} set synchronous_commit = on`);
}

/**
 * Kills a process of the database server, whereupon it ends all connections and recovers; resolves when it answers
 * again. A server on another machine ends the connections only.
 */
export async function crashDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const others = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const ended = new Promise((resolve) => client.once('end', resolve));
  if (process.env['TEST_DATABASE_URL'] === undefined) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    for (const { pid } of rows) process.kill(pid, 'SIGKILL');
  } else {
    await client.query(others);
    await client.end();
  }
  await ended;
  while (!(await answers(url))) await wait(AGAIN_MS);
}

const answers = (url: string): Promise<boolean> =>
  onServer(url, 'select 1').then(
    () => true,
    () => false,
  );
