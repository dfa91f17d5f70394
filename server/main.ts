import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { buildApp } from './app.ts';
import { openDatabase } from './db/database.ts';
import { demoPeople } from './db/demo-people.ts';
import { migrate } from './db/migrate.ts';
import { openStorage } from './files/open.ts';
import { createLog } from './lib/log.ts';
import { announcement } from './lifecycle/announce.ts';
import { dataDirError, fullError, isFull, prepareDataDir } from './lifecycle/data-dir.ts';
import { runDatabase } from './lifecycle/database.ts';
import { openDoors } from './lifecycle/doors.ts';
import { lockDataDir } from './lifecycle/lock.ts';
import { step } from './lifecycle/progress.ts';
import { keepSecrets } from './lifecycle/secrets.ts';
import { Interrupted, onSignals, type Shutdown } from './lifecycle/shutdown.ts';
import { codeOf, lineOf, StartError } from './lifecycle/start-error.ts';
import { serverClock } from './lifecycle/test-clock.ts';
import { readSettings, SettingsError } from './settings.ts';

/** How long running requests may take to finish when the server is asked to stop. */
const DRAIN_MS = 10_000;

const print = (line: string): void => console.log(line);

async function start(shutdown: Shutdown): Promise<void> {
  const begun = performance.now();
  const settings = readSettings(process.env);
  // People read the terminal; what collects logs is never one.
  const log = createLog(process.stderr.isTTY ? 'warn' : 'info');
  const clock = serverClock(process.env);

  prepareDataDir(settings.dataDir);
  shutdown.add(lockDataDir(settings.dataDir));
  const secrets = keepSecrets(settings.dataDir);
  // scripts/dev.ts stands before the three ports itself and tells where to listen for it.
  const devPort = process.env['TALKBACK_DEV_PORT'];
  const doors = await (devPort === undefined
    ? openDoors(settings)
    : openDoors({ host: '127.0.0.1', port: Number(devPort) }, 1));
  shutdown.add(() => doors.close(0));
  shutdown.goOn();

  const database = await step('Starting the database', () => runDatabase(settings, print));
  shutdown.add(() => database.stop());
  shutdown.goOn();
  await step('Bringing the database up to date', () => migrate(database.target)).catch((error: unknown) => {
    throw new StartError(`The database cannot be brought up to date: ${lineOf(error)}`, { cause: error });
  });
  const db = openDatabase(database.target, {
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  shutdown.add(() => db.destroy());
  const { storage, disk } = await openStorage({ settings, secrets, clock, log });
  // A store that is away now may be back when somebody needs it; until then /readyz says so.
  await storage
    .prepare()
    .catch((error: unknown) => log.warn({ reason: lineOf(error) }, 'storage is not ready'));
  shutdown.goOn();

  if (settings.demo) {
    const { makeDemo } = await import('../demo/make.ts');
    await step('Making the demo studio', () =>
      makeDemo({ db, now: clock.now(), storage, settings, log, progress: print }),
    );
    shutdown.goOn();
  }

  const folder = path.resolve(import.meta.dirname, '../dist/client');
  const app = await buildApp({
    settings,
    db,
    target: database.target,
    clock,
    log,
    storage,
    disk,
    pages: devPort === undefined ? { kind: 'built', folder } : { kind: 'none' },
  });
  shutdown.add(() => app.close());
  app.http.addHook('preClose', () => doors.close(DRAIN_MS));
  await app.http.ready();
  doors.serve((request, response) => app.http.routing(request, response));
  const demo = settings.demo ? await demoPeople(db) : [];
  console.log(announcement(settings.origins, performance.now() - begun, demo));
  shutdown.started();
  process.send?.({ type: 'ready' });
  // One that is killed later has kept its compiled code already.
  flushCompileCache();
}

const shutdown = onSignals(print);
try {
  await start(shutdown);
} catch (error) {
  // First of all, since whatever was going on says only that it failed.
  if (isFull(error) && process.env['DATABASE_URL'] === undefined)
    console.error(`Talkback cannot start. ${fullError(readSettings(process.env).dataDir).message}`);
  else if (error instanceof StartError || error instanceof SettingsError)
    console.error(`Talkback cannot start. ${error.message}`);
  else if (/^E(NOSPC|DQUOT|ROFS|ACCES)$/.test(codeOf(error))) {
    console.error(`Talkback cannot start. ${dataDirError(readSettings(process.env).dataDir, error).message}`);
  } else if (!(error instanceof Interrupted)) console.error('Talkback cannot start.', error);
  await shutdown.run();
  process.exit(error instanceof Interrupted ? 0 : 1);
}
