import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { buildApp } from './app.ts';
import { checkSecrets } from '../accounts/service.ts';
import { openDatabase, REQUEST_LIMITS } from '../db/database.ts';
import { demoPeople, mayNeedDemo } from '../db/demo-people.ts';
import { migrate } from '../db/migrate.ts';
import { offersWithoutPrice, planPrices, syncPrices } from '../billing/prices/sync.ts';
import { missingContent } from '../content/service.ts';
import { openStorage } from '../storage/open.ts';
import { devLink } from '../http/dev-pages.ts';
import { logStyle, openLog } from '../lib/log.ts';
import { announcement } from './announce.ts';
import { dataDirError, diskFullError, isDiskFull, prepareDataDir } from '../lib/data-dir.ts';
import { runDatabase } from './database.ts';
import { makeDemoApart } from './demo.ts';
import { ensureDemoPassword } from './demo-password.ts';
import { openSandboxPort, paymentsOf, startSandbox } from './payments.ts';
import { openAssetStore } from './older-assets.ts';
import { openPorts } from './ports.ts';
import { releaseMemory } from './release-memory.ts';
import { lockDataDir } from './lock.ts';
import { step } from './progress.ts';
import { loadSecrets } from '../lib/secrets.ts';
import { Interrupted, onSignals, type Shutdown } from './shutdown.ts';
import { errorCode, firstLine, StartError } from '../lib/start-error.ts';
import { serverClock } from './test-clock.ts';
import { readSettings, unsetVariables } from './settings.ts';
import { SettingsError } from '../lib/settings.ts';

/** Time for running requests when the server stops. */
const DRAIN_MS = 10_000;

/** Time for a proxy under load to use up its open connections to this process. */
const PROXY_MS = 5000;

/** More at once would only make each call slower: this process and PostgreSQL are busy with fewer. */
const REQUEST_CONNECTIONS = 12;
const JOB_CONNECTIONS = 8;
/** Time from the start until what only it needed is given back. */
const SETTLED_MS = 2000;

const print = (line: string): void => console.log(line);

async function start(shutdown: Shutdown): Promise<void> {
  const startedAt = performance.now();
  const settings = readSettings(process.env);
  const log = openLog(logStyle(settings.log, process.stderr.isTTY));
  const clock = serverClock(process.env);

  prepareDataDir(settings.dataDir);
  shutdown.add(lockDataDir(settings.dataDir));
  const secrets = loadSecrets(settings.dataDir);
  // scripts/dev.ts serves the three ports itself and says where to listen.
  const devPort = process.env['TALKBACK_DEV_PORT'];
  const ports = await (devPort === undefined
    ? openPorts(settings)
    : openPorts({ host: '127.0.0.1', port: Number(devPort) }, 1));
  shutdown.add(() => ports.close(0));
  const sandboxPort = await openSandboxPort(settings);
  shutdown.add(() => sandboxPort?.close(0));
  shutdown.throwIfInterrupted();

  const database = await step('Starting the database', () => runDatabase(settings, print));
  shutdown.add(() => database.stop());
  shutdown.throwIfInterrupted();
  await step('Bringing the database up to date', () => migrate(database.target)).catch((error: unknown) => {
    throw new StartError(`The database cannot be brought up to date: ${firstLine(error)}`, { cause: error });
  });
  const onError = (error: Error): void => log.warn({ reason: error.message }, 'database connection lost');
  const db = openDatabase(database.target, { max: REQUEST_CONNECTIONS, limits: REQUEST_LIMITS, onError });
  const jobDb = openDatabase(database.target, { max: JOB_CONNECTIONS, onError });
  for (const pool of [db, jobDb]) shutdown.add(() => pool.destroy());
  await checkSecrets({ db: jobDb, settings });
  const { storage, disk } = await openStorage({ settings, secrets, clock, log });
  // Storage may come back before it is needed; until then /readyz reports it.
  await storage
    .prepare()
    .catch((error: unknown) => log.warn({ reason: firstLine(error) }, 'storage is not ready'));
  shutdown.throwIfInterrupted();

  const payments = paymentsOf(settings, () => secrets);
  if (sandboxPort !== null) {
    const { target } = database;
    const studioPort = devPort === undefined ? settings.port : Number(devPort);
    shutdown.add(
      await startSandbox({ settings, payments, ports: sandboxPort, target, clock, log, studioPort }),
    );
    // What the demo offers can be bought at once; an operator's provider waits for `prices sync`.
    await syncPrices({ db: jobDb, now: clock.now(), log, payments });
    shutdown.throwIfInterrupted();
  }

  const demoPassword = await ensureDemoPassword(jobDb, settings);
  if (settings.demo && demoPassword !== null && (await mayNeedDemo(jobDb))) {
    const { target } = database;
    const order = { target, now: clock.now().toString(), passwordHash: demoPassword.hash };
    await step('Making the demo studio', () => makeDemoApart(order));
    shutdown.throwIfInterrupted();
  }

  const metrics = settings.metrics && (await import('./metrics/open.ts')).openMetrics();
  const tracing =
    settings.tracing &&
    (await (await import('./tracing/open-tracing.ts')).openTracing(settings.tracing, log));
  if (tracing) shutdown.add(() => tracing.stop());
  const folder = path.resolve(import.meta.dirname, '../../dist/client');
  const assets = await openAssetStore(settings.dataDir);
  const app = await buildApp({
    settings,
    db,
    jobDb,
    target: database.target,
    clock,
    log,
    storage,
    payments,
    disk,
    devToken: secrets.devToken,
    pages: devPort === undefined ? { kind: 'built', folder, older: assets.folder } : { kind: 'none' },
    listener: {
      serve: (handler) => ports.serve(handler),
      drain: async () => {
        if (settings.trustProxy !== false) await ports.drain(PROXY_MS);
      },
      close: () => ports.close(DRAIN_MS),
    },
    observer: metrics?.observer,
    tracer: tracing?.tracer,
  });
  shutdown.add(() => app.close());
  if (metrics && settings.metrics)
    shutdown.add(await metrics.serve(settings.metrics, app, { requests: db, jobs: jobDb }, tracing));
  const people = demoPassword === null ? [] : await demoPeople(db);
  const demo = demoPassword && { password: settings.demo ? demoPassword.password : null, people };
  const outboxLink =
    settings.smtpUrl === null
      ? devLink(settings.origins.studio.canonical, '/dev/outbox', secrets.devToken)
      : null;
  const { origins } = settings;
  const sandbox =
    payments.pagesOrigin === null
      ? null
      : {
          origin: payments.pagesOrigin,
          link: devLink(origins.studio.canonical, '/dev/payments', secrets.devToken),
        };
  const priced = await planPrices({ db, now: clock.now(), log, payments });
  const unset = {
    variables: unsetVariables(process.env),
    documents: await missingContent({ db, settings }),
    prices: priced.ok ? offersWithoutPrice(priced.value) : 0,
  };
  const ms = performance.now() - startedAt;
  console.log(announcement({ origins, ms, demo, outboxLink, sandbox, unset }));
  shutdown.started();
  process.send?.({ type: 'ready' });
  // Flush the compile cache now, in case the process is killed.
  flushCompileCache();
  if (devPort === undefined)
    await assets
      .store(path.join(folder, 'assets'), clock.now())
      .catch((error: unknown) => log.warn({ reason: firstLine(error) }, 'screens are not kept for old tabs'));
  // It stops the process for some 50 ms, which the first answers need not wait for.
  setTimeout(releaseMemory, SETTLED_MS).unref();
}

const shutdown = onSignals(print);
try {
  await start(shutdown);
} catch (error) {
  // Checked first, because other errors may only be consequences.
  if (isDiskFull(error) && readSettings(process.env).databaseUrl === null)
    console.error(`Talkback cannot start. ${diskFullError(readSettings(process.env).dataDir).message}`);
  else if (error instanceof StartError || error instanceof SettingsError)
    console.error(`Talkback cannot start. ${error.message}`);
  else if (/^E(NOSPC|DQUOT|ROFS|ACCES)$/.test(errorCode(error))) {
    console.error(`Talkback cannot start. ${dataDirError(readSettings(process.env).dataDir, error).message}`);
  } else if (!(error instanceof Interrupted)) console.error('Talkback cannot start.', error);
  await shutdown.run();
  process.exit(error instanceof Interrupted ? 0 : 1);
}
