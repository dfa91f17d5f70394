import pino from 'pino';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { syncCustomer } from '#server/billing/sync.ts';
import type { Ctx } from '#server/ctx/ctx.ts';
import { openDatabase } from '#server/db/database.ts';
import { openQueues } from '#server/jobs/events.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import { paymentsAt } from '../sandbox/keys.ts';

/** Brings a customer up to date in a process of its own, to be killed: database, provider's port, customer, now. */
const [database = '', port = '', customer_id = '', now = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const events = openQueues({ target: database, log, handlers: HANDLERS, jobs: JOBS, mode: 'manual' });
await events.open();
const db = openDatabase(database, { max: 4 });
const ctx: Pick<Ctx, 'db' | 'now' | 'flags' | 'payments' | 'events' | 'log'> = {
  db,
  now: Temporal.Instant.from(now),
  flags: FLAG_DEFAULTS,
  payments: { ...paymentsAt(Number(port)), pagesOrigin: null },
  events,
  log,
};
await syncCustomer(ctx as Ctx, { provider: 'stripe', mode: 'sandbox', customer_id });
await events.stop();
await db.destroy();
