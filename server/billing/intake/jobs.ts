import { ok } from '#shared/lib/result.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-reconcile.ts';
import { modeOf } from '../stripe/client.ts';
import { listEvents } from '../stripe/list-events.ts';
import { tellOfDetails } from '../steps.ts';
import { enqueueSync } from './sync-job.ts';
import { takeIn } from './take-in.ts';

/** The job of a webhook is given this long before it counts as lost. */
const PATIENCE = { minutes: 10 };
const RECENT = { hours: 40 * 24 };
/** Longer than a provider sends an event again. */
const KEEP_EVENTS = { hours: 90 * 24 };

/** Finds what no webhook has told, each hour (docs/product/billing.md#reconciliation). */
export const reconcile: Job = {
  name: 'billing.reconcile',
  cron: '7 * * * *',
  async run(ctx) {
    const access = ctx.payments.stripe;
    if (access === null) return;
    await takeInMissed(ctx, access);
    const at = { provider: 'stripe', mode: modeOf(access) } as const;
    const { db, now } = ctx;
    const receivedBefore = now.subtract(PATIENCE);
    await enqueueAll(ctx, access, await queries.unsettledCustomers(db, at, { now, receivedBefore }));
    for (const event_id of await queries.eventsWithoutCustomer(db, 'stripe'))
      await transaction(ctx, async (tx) => ok(await enqueueSync(tx, ctx, { ...at, event_id })));
  },
};

/** Reads every customer who pays once a night, whatever was told of them. */
export const sweepCustomers: Job = {
  name: 'billing.sweep',
  cron: '23 3 * * *',
  async run(ctx) {
    await queries.deleteHandledEvents(ctx.db, ctx.now.subtract(KEEP_EVENTS));
    const access = ctx.payments.stripe;
    if (access === null) return;
    const at = { provider: 'stripe', mode: modeOf(access) } as const;
    await enqueueAll(ctx, access, await queries.payingCustomers(ctx.db, at, ctx.now.subtract(RECENT)));
    // A changed VAT table or reverse charge reaches running memberships by this.
    for (const person_id of await queries.liveMembers(ctx.db, at))
      await transaction(ctx, async (tx) => ok(await tellOfDetails(tx, ctx, person_id)));
  },
};

/** Takes in the events that the provider lists since the last time; those that came as webhooks are known. */
async function takeInMissed(ctx: Ctx, access: StripeAccess): Promise<void> {
  const at = { provider: 'stripe', mode: modeOf(access) } as const;
  const { events, newest } = await listEvents(access, await queries.cursorOf(ctx.db, at));
  for (const event of events) await transaction(ctx, async (tx) => ok(await takeIn(tx, ctx, access, event)));
  if (newest !== null) await queries.setCursor(ctx.db, at, newest);
}

async function enqueueAll(ctx: Ctx, access: StripeAccess, customers: readonly string[]): Promise<void> {
  const at = { provider: 'stripe', mode: modeOf(access) } as const;
  for (const customer_id of customers)
    await transaction(ctx, async (tx) => ok(await enqueueSync(tx, ctx, { ...at, customer_id })));
}
