import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openQueues } from '#server/jobs/events.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import { startTestPostgres } from './embedded.ts';
import { migrate } from '#server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A connection string that may create databases, and their names' prefix. */
    testServer: { readonly url: string; readonly prefix: string };
  }
}

/**
 * Once per run: a server (TEST_DATABASE_URL, else a disposable embedded one) with a migrated template that test files
 * copy.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? { url: given, stop: async () => {} } : await startTestPostgres();
  const prefix = `talkback_test_${randomBytes(4).toString('hex')}`;
  try {
    await run(server.url, `create database ${prefix}_template`);
    await migrate(databaseUrl(server.url, `${prefix}_template`));
    await makeQueues(databaseUrl(server.url, `${prefix}_template`));
    const reusable = await readFile(new URL('reusable.sql', import.meta.url), 'utf8');
    await run(databaseUrl(server.url, `${prefix}_template`), reusable);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testServer', { url: server.url, prefix });
  return async () => {
    if (given) await dropAll(server.url, prefix);
    await server.stop();
  };
}

/** The template has all queues, so that copies need not create them. */
async function makeQueues(url: string): Promise<void> {
  const queues = openQueues({
    target: url,
    log: pino({ level: 'silent' }),
    handlers: HANDLERS,
    jobs: JOBS,
    mode: 'manual',
  });
  await queues.open();
  await queues.stop();
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function dropAll(url: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
