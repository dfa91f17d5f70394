import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabase, type DatabaseTarget } from '../../server/db/database.ts';
import { findRunning, serverOf } from '../../server/db/embedded/running.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Ctx } from '../../server/lib/ctx.ts';
import { startQueues, type Queues } from '../../server/lib/events.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLog } from '../../server/lib/log.ts';
import type { Storage } from '../../server/lib/storage.ts';
import { prepareDataDir } from '../../server/lifecycle/data-dir.ts';
import { runDatabase } from '../../server/lifecycle/database.ts';
import { isHeld, lockDataDir } from '../../server/lifecycle/lock.ts';
import type { Shutdown } from '../../server/lifecycle/shutdown.ts';
import { StartError } from '../../server/lifecycle/start-error.ts';
import { HANDLERS, JOBS } from '../../server/rooms.ts';
import type { Settings } from '../../server/settings.ts';
import { FLAG_DEFAULTS } from '../../shared/content/rules.ts';

/** The studio as a command reaches it, whether it runs or not. */
export interface AtStudio {
  readonly ctx: Ctx;
  readonly settings: Settings;
  /** Where events of the command go; null for a command that has none. */
  readonly queues: Queues | null;
}

/** How long a Talkback that is just starting may take until its database answers. */
const PATIENCE_MS = 60_000;
const NO_EVENTS = { emit: async () => {}, enqueue: async () => {} };

/**
 * Reaches the studio's database: that of DATABASE_URL, else the embedded one, which is the running server's if there is one and is
 * otherwise started for as long as the command takes. No second server is ever started, and none can start meanwhile on the same
 * data. What has to be undone goes to `shutdown`. Throws a StartError of one line.
 */
export async function atStudio(
  settings: Settings,
  shutdown: Shutdown,
  { events }: { readonly events: boolean },
): Promise<AtStudio> {
  const target = await reach(settings, shutdown);
  await migrate(target).catch((error: unknown) => {
    throw new StartError(`The database cannot be brought up to date: ${(error as Error).message}`, {
      cause: error,
    });
  });
  const log = createLog(process.stderr.isTTY ? 'warn' : 'info');
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
    storage: NO_STORAGE,
    events: queues ?? NO_EVENTS,
    live: { open: () => Readable.from([]) },
    log,
  });
  let queues: Queues | null = null;
  if (events) {
    const started = await startQueues({ target, log, handlers: HANDLERS, jobs: JOBS, ctx, mode: 'manual' });
    shutdown.add(() => started.stop());
    queues = started;
  }
  shutdown.goOn();
  return { ctx: ctx(), settings, queues };
}

/** No command touches a file. */
const NO_STORAGE = new Proxy({} as Storage, {
  get() {
    throw new Error('a command has no storage');
  },
});

async function reach(settings: Settings, shutdown: Shutdown): Promise<DatabaseTarget> {
  if (settings.databaseUrl === null) {
    prepareDataDir(settings.dataDir);
    if (isHeld(settings.dataDir)) return ofRunning(settings.dataDir, shutdown);
    shutdown.add(lockDataDir(settings.dataDir));
  }
  const database = await runDatabase(settings, (line) => console.error(line));
  shutdown.add(() => database.stop());
  return database.target;
}

/** The database of the server that has the data folder. It is that server's to start and to stop. */
async function ofRunning(dataDir: string, shutdown: Shutdown): Promise<DatabaseTarget> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const target = await findRunning(serverOf(dataDir));
    if (target !== null && (await answers(target))) return target;
    await wait(200);
    shutdown.goOn();
    if (!isHeld(dataDir)) break;
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
