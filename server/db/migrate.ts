import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { connectionTo, type DatabaseTarget } from './database.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const VIEWS = new URL('./views/', import.meta.url);
const LOCK = 7_264_001;

async function sqlFiles(folder: URL): Promise<{ name: string; text: string; hash: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/**
 * Brings a database to this release: migrations in the order of their names, each once and in a transaction of
 * its own, then the views, again whenever their text changed. Safe to run from several processes at once.
 * Throws when an applied migration's text was changed since, or when the database comes from a newer release.
 */
export async function migrate(target: DatabaseTarget): Promise<void> {
  const client = new Client({ ...connectionTo(target), connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists applied_sql (name text primary key, hash text not null, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from applied_sql');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const migrations = await sqlFiles(MIGRATIONS);
    const known = new Set(migrations.map((file) => file.name));
    for (const name of applied.keys()) {
      if (!name.startsWith('view:') && !known.has(name)) {
        throw new Error(`the database is from a newer release: it has the migration ${name}`);
      }
    }
    for (const file of migrations) {
      const hash = applied.get(file.name);
      if (hash === undefined) await apply(client, file.name, file);
      else if (hash !== file.hash)
        throw new Error(`the migration ${file.name} was changed after it was applied`);
    }
    for (const file of await sqlFiles(VIEWS)) {
      const name = `view:${file.name}`;
      if (applied.get(name) !== file.hash) await apply(client, name, file);
    }
  } finally {
    await client.end();
  }
}

async function apply(client: Client, name: string, file: { text: string; hash: string }): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.text);
    await client.query(
      'insert into applied_sql (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, at = now()',
      [name, file.hash],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
