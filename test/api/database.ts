import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Ends its connections and deletes it. */
  drop(): Promise<void>;
}

/** Creates an empty, migrated database from the run's template (about 30 ms). One per test file. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, prefix } = inject('testServer');
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await onServer(url, `create database ${name} template ${prefix}_template strategy file_copy`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => onServer(url, `drop database if exists ${name} with (force)`) };
}

/** Runs a statement on a separate connection. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
