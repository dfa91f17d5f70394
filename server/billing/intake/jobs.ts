import { ok } from '#shared/lib/result.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import { transaction } from '../../db/transaction.ts';
import { paypalReach, type PayPalAt } from '../paypal/ask-paypal.ts';
import { listEvents as listPaypalEvents } from '../paypal/list-events.ts';
import { providersOf, type ProviderMode } from '../prices/plan-prices.ts';
import * as queries from './queries-reconcile.ts';
import { modeOf } from '../stripe/client.ts';
import { listEvents } from '../stripe/list-events.ts';
import { tellOfDetails } from '../steps.ts';
import { enqueueSync } from './sync-job.ts';
import { takeIn } from './take-in.ts';
import { takeInPaypal } from './take-in-paypal.ts';

/** The job of a webhook is given this long before it counts as lost. */
const PATIENCE = { minutes: 10 };
const RECENT = { hours: 40 * 24 };
/** Longer than a provider sends an event again. */
const KEEP_EVENTS = { hours: 90 * 24 };

/** PayPal tells of an event some minutes later in its list, and in no exact order. */
const OVERLAP = { hours: 1 };
/** How far the first look at PayPal's list goes back. */
const FIRST_LOOK = { hours: 7 * 24 };
/** PayPal lists the events of 30 days; what is older is read by the sweep. */
const LONGEST_LOOK = { hours: 29 * 24 };

/** Finds what no webhook has told, each hour (docs/product/billing.md#reconciliation). */
export const reconcile: Job = {
  name: 'billing.reconcile',
  cron: '7 * * * *',
  async run(ctx) {
    const failures: unknown[] = [];
    // A provider that is away does not keep the other one's customers waiting.
    for (const at of providersOf(ctx))
      await reconcileAt(ctx, at).catch((error: unknown) => {
        ctx.log.warn({ err: error, at }, 'a provider could not be asked for what was missed');
        failures.push(error);
      });
    if (failures.length > 0) throw failures[0];
  },
};

async function reconcileAt(ctx: Ctx, at: ProviderMode): Promise<void> {
  const { db, now, payments } = ctx;
  const receivedBefore = now.subtract(PATIENCE);
  await enqueueAll(ctx, at, await queries.unsettledCustomers(db, at, { now, receivedBefore }));
  for (const event_id of await queries.eventsWithoutCustomer(db, at.provider))
    await transaction(ctx, async (tx) => ok(await enqueueSync(tx, ctx, { ...at, event_id })));
  const paypal = paypalReach(ctx);
  if (at.provider === 'paypal' && paypal !== null) await takeInMissedOfPaypal(ctx, paypal);
  if (at.provider === 'stripe' && payments.stripe !== null) await takeInMissed(ctx, payments.stripe);
}

/** Reads every customer who pays once a night, whatever was told of them. */
export const sweepCustomers: Job = {
  name: 'billing.sweep',
  cron: '23 3 * * *',
  async run(ctx) {
    const { db, now } = ctx;
    await queries.deleteHandledEvents(db, now.subtract(KEEP_EVENTS));
    for (const at of providersOf(ctx)) {
      await enqueueAll(ctx, at, await queries.payingCustomers(db, at, now.subtract(RECENT)));
      // A changed VAT table or reverse charge reaches running memberships by this.
      for (const person_id of await queries.liveMembers(db, at))
        await transaction(ctx, async (tx) => ok(await tellOfDetails(tx, ctx, person_id)));
    }
  },
};

/** Takes in the events that the provider lists since the last time; those that came as webhooks are known. */
async function takeInMissed(ctx: Ctx, access: StripeAccess): Promise<void> {
  const at = { provider: 'stripe', mode: modeOf(access) } as const;
  const { events, newest } = await listEvents(access, await queries.cursorOf(ctx.db, at));
  for (const event of events) await transaction(ctx, async (tx) => ok(await takeIn(tx, ctx, access, event)));
  if (newest !== null) await queries.setCursor(ctx.db, at, newest);
}

/** The same of PayPal, which lists by time: the cursor is that of the last look. */
async function takeInMissedOfPaypal(ctx: Ctx, { paypal, mode }: PayPalAt): Promise<void> {
  const at = { provider: 'paypal', mode } as const;
  const cursor = await queries.cursorOf(ctx.db, at);
  const last =
    cursor === null ? ctx.now.subtract(FIRST_LOOK) : Temporal.Instant.from(cursor).subtract(OVERLAP);
  const earliest = ctx.now.subtract(LONGEST_LOOK);
  const since = Temporal.Instant.compare(last, earliest) < 0 ? earliest : last;
  const events = await listPaypalEvents(
    paypal,
    since.round({ smallestUnit: 'second', roundingMode: 'floor' }),
  );
  for (const event of events)
    await transaction(ctx, async (tx) => ok(await takeInPaypal(tx, ctx, mode, event)));
  await queries.setCursor(ctx.db, at, ctx.now.toString());
}

async function enqueueAll(ctx: Ctx, at: ProviderMode, customers: readonly string[]): Promise<void> {
  for (const customer_id of customers)
    await transaction(ctx, async (tx) => ok(await enqueueSync(tx, ctx, { ...at, customer_id })));
}
