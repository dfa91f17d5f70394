import pino from 'pino';
import { FLAG_DEFAULTS } from '#shared/content/rules.ts';
import { changeSubscription } from '#server/billing/changing/change-subscription.ts';
import { downgradeSubscription, keepPlan } from '#server/billing/changing/downgrade-subscription.ts';
import { cancelSubscription } from '#server/billing/leaving/cancel-subscription.ts';
import { renewSubscription } from '#server/billing/leaving/renew-subscription.ts';
import type { SignedInCtx } from '#server/ctx/ctx.ts';
import { openDatabase } from '#server/db/database.ts';
import { openQueues } from '#server/jobs/events.ts';
import { HANDLERS, JOBS } from '#server/start/rooms.ts';
import { KEY, PAYPAL, PUBLISHABLE_KEY } from '../sandbox/keys.ts';

/** Runs a member's call in a process of its own, to be killed: database, provider's port, person, now, verb, body. */
const [database = '', port = '', id = '', now = '', verb = '', body = '{}'] = process.argv.slice(2);
const VERBS: Readonly<Record<string, (ctx: SignedInCtx, input: never) => Promise<unknown>>> = {
  changeSubscription,
  downgradeSubscription,
  keepPlan,
  cancelSubscription,
  renewSubscription,
};
const log = pino({ level: 'silent' });
const events = await openQueues({ target: database, log, handlers: HANDLERS, jobs: JOBS, mode: 'manual' });
const ctx = {
  db: openDatabase(database, { max: 4 }),
  now: Temporal.Instant.from(now),
  actor: { id, role: 'client' },
  flags: FLAG_DEFAULTS,
  payments: {
    stripe: {
      secretKey: KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: 'whsec_sandbox',
      api: { protocol: 'http', host: '127.0.0.1', port: Number(port) },
      sandbox: true,
      livemode: false,
    },
    paypal: { ...PAYPAL, api: `http://127.0.0.1:${port}/paypal`, mode: 'sandbox' },
    pagesOrigin: null,
  },
  events,
  log,
};
await VERBS[verb]?.(ctx as never, { body: JSON.parse(body) } as never);
await events.stop();
await ctx.db.destroy();
