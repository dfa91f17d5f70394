/** Makes the demo for a server that starts (demo.ts), and ends with it. */
import { makeDemo } from '#demo/make.ts';
import { openDatabase } from '../db/database.ts';
import { openStorage } from '../storage/open.ts';
import { isDiskFull } from '../lib/data-dir.ts';
import { logStyle, openLog } from '../lib/log.ts';
import { loadSecrets } from '../lib/secrets.ts';
import { errorCode, firstLine } from '../lib/start-error.ts';
import { systemClock } from '../lib/clock.ts';
import type { DemoOrder, DemoReport } from './demo.ts';
import { paymentsOf } from './payments.ts';
import { readSettings } from './settings.ts';

const CONNECTIONS = 8;

async function make({ target, now, passwordHash }: DemoOrder): Promise<void> {
  const settings = readSettings(process.env);
  const secrets = loadSecrets(settings.dataDir);
  const log = openLog(logStyle(settings.log, process.stderr.isTTY));
  const { storage } = await openStorage({ settings, secrets, clock: systemClock, log, sweep: false });
  const onError = (error: Error): void => log.warn({ reason: error.message }, 'database connection lost');
  // A demo that lost its end is made anew.
  const db = openDatabase(target, { max: CONNECTIONS, durable: false, onError });
  await makeDemo({
    db,
    now: Temporal.Instant.from(now),
    storage,
    payments: paymentsOf(settings, () => secrets),
    settings,
    log,
    passwordHash,
    progress: (line) => console.log(line),
  });
  await db.destroy();
}

const report = (failed: DemoReport['failed']): void => void process.send?.({ failed } satisfies DemoReport);

// A terminal signals both: the server says what is to be done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('disconnect', () => process.exit(0));
process.once('message', (order: DemoOrder) => {
  make(order).then(
    () => report(null),
    (error: unknown) =>
      report({ message: firstLine(error), code: isDiskFull(error) ? 'ENOSPC' : errorCode(error) }),
  );
});
