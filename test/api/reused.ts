import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { poolUse, type Database } from '#server/db/database.ts';
import { recording } from '../sandbox/recording.ts';
import { START, testApp, type TestApp, type TestOptions } from './app.ts';

/** How long what a file left running may take to end. */
const LIMIT_MS = 10_000;
/** Above this a database is thrown away: reading over what was deleted would slow the files after it. */
const MAX_BYTES = 64 * 2 ** 20;

/** Applications of this worker that no file uses now: without payments, with a sandbox, with one that is recorded. */
const idle: Record<'plain' | 'paying' | 'recorded', TestApp[]> = { plain: [], paying: [], recorded: [] };

/**
 * The application of a test file, with an empty database: this worker's last one emptied, if the file wants nothing
 * special but a sandbox, else its own. Building one, and connecting to a new database, costs more than most files' tests.
 */
export async function fileApp(options: TestOptions): Promise<TestApp> {
  const { start = START, ...own } = options;
  const { sandbox, ...special } = own;
  if (Object.keys(special).length > 0) return testApp(start, own);
  const paying = recording.calls === null ? 'paying' : 'recorded';
  const unused = idle[sandbox === true ? paying : 'plain'];
  const app = unused.pop() ?? (await makeApp(start, own));
  app.clock.instant = Temporal.Instant.from(start);
  return {
    ...app,
    start: app.clock.instant,
    async close() {
      if (await isEmptied(app)) unused.push(app);
      else await app.close();
    },
  };
}

async function makeApp(start: string, options: TestOptions): Promise<TestApp> {
  const app = await testApp(start, options);
  // The sandbox's endpoints for webhooks, which it makes when it starts.
  if (app.sandbox !== null) await sql`select reusable.keep('^sandbox_')`.execute(app.db);
  return app;
}

/** Empties database and files; false if it cannot be as new. */
async function isEmptied(app: TestApp): Promise<boolean> {
  if (JSON.stringify(app.ctx().flags) !== JSON.stringify(FLAG_DEFAULTS)) return false;
  await app.sandbox?.runDue();
  const deadline = performance.now() + LIMIT_MS;
  while (app.streams() > 0 || poolUse(app.db).inUse > 0) {
    if (performance.now() > deadline) return false;
    await wait(5);
  }
  if (!(await isDatabaseEmptied(app.db))) return false;
  const { dataDir } = app.ctx().settings;
  await emptyFolder(path.join(dataDir, 'outbox'));
  for (const name of ['data', 'objects', 'uploads', 'tmp'])
    await emptyFolder(path.join(dataDir, 'files', name));
  return true;
}

async function isDatabaseEmptied(db: Database): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ isOwn: boolean }>`
      select reusable.shape() = (select shape from reusable.made)
        and pg_database_size(current_database()) < ${MAX_BYTES}
        and not exists (select from content_documents) and not exists (select from flags) as "isOwn"`.execute(
      tx,
    );
    if (rows[0]?.isOwn !== true) return false;
    await sql`select reusable.empty()`.execute(tx);
    return true;
  });
}

async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
