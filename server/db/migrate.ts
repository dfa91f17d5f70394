import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from '../lib/start-error.ts';
import { connectionTo, type DatabaseTarget } from './target.ts';
import { LOCKS } from './locks.ts';

const MIGRATIONS = new URL('./migrations/', import.meta.url);
const VIEWS = new URL('./views/', import.meta.url);

interface SqlFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

async function sqlFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Who waits for a lock holds up everybody behind: less than a request waits, so that none fails for it. */
const LOCK_WAIT_MS = 1000;
const LOCK_PAUSE_MS = 500;
/** Longer than any statement of a job may take. */
const LOCK_LIMIT_MS = 60_000;

/** A migration: name and hash of its text. */
type Named = Pick<SqlFile, 'name' | 'hash'>;

/**
 * Applies pending migrations by name, then changed views, in one transaction: a failure leaves the database to the
 * release before. Waits for who uses a table without holding up others (docs/operating.md#an-upgrade). Safe from several
 * processes. Throws when an applied migration differs or is unknown.
 */
export async function migrate(target: DatabaseTarget): Promise<void> {
  const [migrations, views] = await Promise.all([sqlFiles(MIGRATIONS), sqlFiles(VIEWS)]);
  const files = [...migrations, ...views.map((view) => ({ ...view, name: `view:${view.name}` }))];
  await withClient(target, async (client) => {
    // Without pending migrations no lock is taken: a backup may hold it for long.
    if (pending(files, await appliedTo(client)).length === 0) return;
    await applyPending(client, files);
  });
}

/** Migrations of a backup that this release lacks or has with another text. */
export async function unknownMigrations(migrations: readonly Named[]): Promise<readonly Named[]> {
  const known = new Map((await sqlFiles(MIGRATIONS)).map(({ name, hash }) => [name, hash]));
  return migrations.filter(({ name, hash }) => known.get(name) !== hash);
}

/** Applies exactly these migrations, without views, to load a backup of an older release into. */
export async function migrateTo(target: DatabaseTarget, migrations: readonly Named[]): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  const files = (await sqlFiles(MIGRATIONS)).filter(({ name }) => names.has(name));
  await withClient(target, async (client) => {
    await applyPending(client, files);
  });
}

async function withClient(target: DatabaseTarget, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...connectionTo(target), connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function applyPending(client: Client, files: readonly SqlFile[]): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCKS.schema]);
  const deadline = performance.now() + LOCK_LIMIT_MS;
  while (!(await tryPending(client, files, deadline))) await wait(LOCK_PAUSE_MS);
}

/** false: a table was in use and everything is rolled back; throws once that has lasted until the deadline. */
async function tryPending(client: Client, files: readonly SqlFile[], deadline: number): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
    await makeRecord(client);
    for (const file of pending(files, await appliedTo(client))) await apply(client, file);
    await client.query('commit');
    return true;
  } catch (error) {
    // Where the connection is lost, the server rolls back by itself.
    await client.query('rollback').catch(() => {});
    if (!isInUse(error)) throw error;
    if (performance.now() < deadline) return false;
    throw new Error(
      `${(error as Error).message}: others have been using what it changes for ${LOCK_LIMIT_MS / 1000} s. Try again when long work on the database has ended`,
      { cause: error },
    );
  }
}

async function makeRecord(client: Client): Promise<void> {
  await client.query(
    'create table if not exists applied_sql (name text primary key, hash text not null, at timestamptz not null default now())',
  );
}

/** Applied migrations by name; empty for a new database. */
async function appliedTo(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await client.query<{ has_table: boolean }>(
    `select to_regclass('applied_sql') is not null as has_table`,
  );
  if (tables[0]?.has_table !== true) return new Map();
  const { rows } = await client.query<Named>('select name, hash from applied_sql');
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** Pending migrations. Throws when the database has unknown or changed ones. */
function pending(files: readonly SqlFile[], applied: ReadonlyMap<string, string>): SqlFile[] {
  const known = new Set(files.map(({ name }) => name));
  for (const name of applied.keys()) {
    if (!name.startsWith('view:') && !known.has(name))
      throw new Error(`the database is from a newer release: it has the migration ${name}`);
  }
  return files.filter(({ name, hash }) => {
    const was = applied.get(name);
    if (was !== undefined && was !== hash && !name.startsWith('view:'))
      throw new Error(`the migration ${name} was changed after it was applied`);
    return was !== hash;
  });
}

/** Whether somebody has a lock that was not given within its time, or each waited for the other's. */
const isInUse = (error: unknown): boolean =>
  error instanceof Error && ['55P03', '40P01'].includes(errorCode(error.cause ?? error));

async function apply(client: Client, { name, text, hash }: SqlFile): Promise<void> {
  try {
    await client.query(text);
    await client.query(
      'insert into applied_sql (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, at = now()',
      [name, hash],
    );
    // Checks what waits for the end, as its own transaction did; a table with such checks cannot be altered.
    await client.query('set constraints all immediate; set constraints all deferred');
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
