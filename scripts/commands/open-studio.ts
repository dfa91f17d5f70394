import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase } from '#server/db/database.ts';
import type { DatabaseTarget } from '#server/db/target.ts';
import { findRunning, serverOf } from '#server/db/embedded/running.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Ctx } from '#server/ctx/ctx.ts';
import { openQueues, type Queues } from '#server/jobs/events.ts';
import { systemClock } from '#server/lib/clock.ts';
import { openStorage } from '#server/storage/open.ts';
import { logStyle, openLog, type Log } from '#server/lib/log.ts';
import type { Storage } from '#server/ctx/storage.ts';
import { prepareDataDir } from '#server/lib/data-dir.ts';
import { runDatabase } from '#server/start/database.ts';
import { isLocked, lockDataDir } from '#server/start/lock.ts';
import { NO_PAYMENTS } from '#server/ctx/payments.ts';
import { paymentsOf } from '#server/start/payments.ts';
import { loadSecrets, type Secrets } from '#server/lib/secrets.ts';
import type { Shutdown } from '#server/start/shutdown.ts';
import { StartError } from '#server/lib/start-error.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import type { Settings } from '#server/lib/settings.ts';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';

/** The studio as seen by a command, running or not. */
export interface StudioAccess {
  readonly ctx: Ctx;
  /** Its database, for separate connections. */
  readonly target: DatabaseTarget;
  readonly settings: Settings;
  /** Queues for the command's events; null for a command without. */
  readonly queues: Queues | null;
}

/** Parts of the studio that a command needs. */
export interface Needs {
  /** Queues for its events. */
  readonly events?: boolean;
  /** Storage. */
  readonly storage?: boolean;
  /** The database as it is, not migrated. */
  readonly skipMigration?: boolean;
  /** Refuse while a server runs on the data folder. */
  readonly alone?: boolean;
}

/** Time for a starting Talkback's database to respond. */
const TIMEOUT_MS = 60_000;
const NO_EVENTS = { emit: async () => {}, enqueue: async () => {}, requeue: async () => false };

/**
 * Opens the studio's database: DATABASE_URL, the running server's, or the embedded one for the command's duration
 * (docs/decisions/0041-commands-share-the-data-folder-lock.md). Cleanup goes to `shutdown`. Throws a StartError.
 */
export async function openStudio(
  settings: Settings,
  shutdown: Shutdown,
  needs: Needs,
): Promise<StudioAccess> {
  const target = await findDatabase(settings, shutdown, needs.alone ?? false);
  if (needs.skipMigration !== true)
    await migrate(target).catch((error: unknown) => {
      throw new StartError(`The database cannot be brought up to date: ${(error as Error).message}`, {
        cause: error,
      });
    });
  const log = openLog(logStyle(settings.log, process.stderr.isTTY));
  const storage = needs.storage === true ? await storageOf(settings, log) : NO_STORAGE;
  // A restore brings the secrets: none may be made before it.
  const payments =
    needs.skipMigration === true ? NO_PAYMENTS : paymentsOf(settings, () => secretsOf(settings));
  const db = openDatabase(target, { max: 4 });
  shutdown.add(() => db.destroy());
  const ctx = (): Ctx => ({
    db,
    now: systemClock.now(),
    actor: null,
    front: 'operator',
    origin: settings.origins.operator.canonical,
    settings,
    flags: FLAG_DEFAULTS,
    storage,
    payments,
    events: queues ?? NO_EVENTS,
    live: { open: (_reader, out) => void out.end() },
    log,
  });
  let queues: Queues | null = null;
  if (needs.events === true) {
    const opened = openQueues({ target, log, handlers: HANDLERS, jobs: JOBS, mode: 'manual' });
    shutdown.add(() => opened.stop());
    queues = await opened.start(ctx);
  }
  shutdown.throwIfInterrupted();
  return { ctx: ctx(), target, settings, queues };
}

/** For commands that touch no file. */
const NO_STORAGE = new Proxy({} as Storage, {
  get() {
    throw new Error('this command has no storage');
  },
});

/** The installation's secrets. */
export function secretsOf({ dataDir }: Settings): Secrets {
  prepareDataDir(dataDir);
  return loadSecrets(dataDir);
}

/** Never swept here: a server may be writing. */
export async function storageOf(settings: Settings, log: Log): Promise<Storage> {
  const secrets = secretsOf(settings);
  const { storage } = await openStorage({ settings, secrets, clock: systemClock, log, sweep: false });
  return storage;
}

/** The studio's database as `openStudio` finds it. */
export async function findDatabase(
  settings: Settings,
  shutdown: Shutdown,
  alone: boolean,
): Promise<DatabaseTarget> {
  if (settings.databaseUrl === null) {
    prepareDataDir(settings.dataDir);
    if (isLocked(settings.dataDir)) {
      if (alone)
        throw new StartError(
          `Talkback runs on ${settings.dataDir}. Stop it first, or choose another DATA_DIR.`,
        );
      return ofRunning(settings.dataDir, shutdown);
    }
    shutdown.add(lockDataDir(settings.dataDir));
  }
  const database = await runDatabase(settings, (line) => console.error(line));
  shutdown.add(() => database.stop());
  return database.target;
}

/** The database of the running server, which starts and stops it. */
async function ofRunning(dataDir: string, shutdown: Shutdown): Promise<DatabaseTarget> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const target = await findRunning(serverOf(dataDir));
    if (target !== null && (await answers(target))) return target;
    await wait(200);
    shutdown.throwIfInterrupted();
    if (!isLocked(dataDir)) break;
  }
  throw new StartError(`Talkback has ${dataDir}, but its database does not answer. Try again in a moment.`);
}

async function answers(target: Exclude<DatabaseTarget, string>): Promise<boolean> {
  const client = new Client({ ...target, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
