import pino from 'pino';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { changeSubscription } from '#server/billing/changing/change-subscription.ts';
import { downgradeSubscription, keepPlan } from '#server/billing/changing/downgrade-subscription.ts';
import { cancelSubscription } from '#server/billing/leaving/cancel-subscription.ts';
import { renewSubscription } from '#server/billing/leaving/renew-subscription.ts';
import { createPaypalTopup } from '#server/billing/paypal-verbs/buy-order.ts';
import { checkPaypalOrder } from '#server/billing/paypal-verbs/check.ts';
import { createPaypalSubscription } from '#server/billing/paypal-verbs/create-subscription.ts';
import { downgradePaypalSubscription } from '#server/billing/paypal-verbs/downgrade-subscription.ts';
import { startPaypalSubscription } from '#server/billing/paypal-verbs/start-subscription.ts';
import { upgradePaypalSubscription } from '#server/billing/paypal-verbs/upgrade-subscription.ts';
import type { SignedInCtx } from '#server/ctx/ctx.ts';
import { openDatabase } from '#server/db/database.ts';
import { openQueues } from '#server/jobs/events.ts';
import { paymentsAt } from '../sandbox/keys.ts';

/** Runs a member's call in a process of its own, to be killed: database, provider's port, person, now, verb, body. */
const [database = '', port = '', id = '', now = '', verb = '', body = '{}'] = process.argv.slice(2);
type Verb = (ctx: SignedInCtx, input: never, exchange: never) => Promise<unknown>;
const VERBS: Readonly<Record<string, Verb>> = {
  changeSubscription,
  downgradeSubscription,
  keepPlan: (ctx) => keepPlan(ctx),
  cancelSubscription,
  renewSubscription,
  createPaypalSubscription,
  upgradePaypalSubscription,
  downgradePaypalSubscription,
  createPaypalTopup,
  checkPaypalOrder,
  startPaypalSubscription,
};
const log = pino({ level: 'silent' });
// The test's application has made the queues; the rooms, which take a second to load, are not needed before the kill.
const events = openQueues({ target: database, log, handlers: [], jobs: [], mode: 'manual' });
await events.open();
const ctx = {
  db: openDatabase(database, { max: 4 }),
  now: Temporal.Instant.from(now),
  actor: { id, role: 'client' },
  origin: 'http://localhost:4000',
  flags: FLAG_DEFAULTS,
  payments: { ...paymentsAt(Number(port)), pagesOrigin: null },
  events,
  log,
};
const exchange = { request: { headers: {} } };
await VERBS[verb]?.(ctx as never, { body: JSON.parse(body) } as never, exchange as never);
await events.stop();
await ctx.db.destroy();
