import pino from 'pino';
import { openDatabase } from '#server/db/database.ts';
import { systemClock } from '#server/lib/clock.ts';
import { loadSecrets } from '#server/lib/secrets.ts';
import { backUpWhenDue } from '#server/operator/backup/scheduled/back-up-when-due.ts';
import { readSettings } from '#server/start/settings.ts';
import { openStorage } from '#server/storage/open.ts';

/** Makes the backup that is due in a process of its own, to be killed: database and now; settings by its environment. */
const [database = '', now = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const settings = readSettings(process.env);
const secrets = loadSecrets(settings.dataDir);
const { storage } = await openStorage({ settings, secrets, clock: systemClock, log, sweep: false });
const db = openDatabase(database, { max: 4 });
await backUpWhenDue({ db, now: Temporal.Instant.from(now), settings, storage, log } as never);
await db.destroy();
