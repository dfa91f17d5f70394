import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Ctx, Job } from '../../ctx/ctx.ts';
import { ok } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import * as queries from './queries-sync.ts';
import type { CustomerKey } from './queries-sync.ts';
import { personOfEvent } from '../paypal/person-of-event.ts';
import { modeOf } from '../stripe/client.ts';
import { customerOfEvent } from '../stripe/customer-of-event.ts';
import { syncCustomer } from '../sync.ts';
import { SYNC_QUEUE } from './sync-queue.ts';

/** A customer, or an event that does not name its customer. */
export type Syncing =
  | CustomerKey
  | { readonly provider: Provider; readonly mode: Mode; readonly event_id: string };

/** Whose ids this installation makes at a provider; null: it has no access. */
function modeAt({ payments: { stripe, paypal } }: Pick<Ctx, 'payments'>, provider: Provider): Mode | null {
  if (provider === 'paypal') return paypal?.mode ?? null;
  return stripe === null ? null : modeOf(stripe);
}

/** A refund or a dispute may come before its payment is known: it is followed again each hour for so long. */
const PATIENCE = { hours: 24 };

/** Brings one customer to what the provider says (docs/product/billing.md#intake). */
export const syncJob: Job<Syncing> = {
  name: SYNC_QUEUE,
  parallel: 3,
  waitsOnce: true,
  async run(ctx, syncing) {
    if (modeAt(ctx, syncing.provider) !== syncing.mode) {
      ctx.log.warn({ syncing }, 'customer of another mode left alone');
      return;
    }
    if ('customer_id' in syncing) return sync(ctx, syncing);
    const { provider, mode, event_id } = syncing;
    const find = provider === 'stripe' ? customerOfEvent : personOfEvent;
    const customer_id = await find(ctx, event_id);
    if (customer_id === null) {
      const since = ctx.now.subtract(PATIENCE);
      if (provider === 'paypal' && (await queries.isReceivedSince(ctx.db, provider, event_id, since))) return;
      return queries.markHandled(ctx.db, provider, [event_id], ctx.now);
    }
    await queries.setEventCustomer(ctx.db, provider, event_id, customer_id);
    return sync(ctx, { provider, mode, customer_id });
  },
};

async function sync(ctx: Ctx, customer: CustomerKey): Promise<void> {
  await syncCustomer(ctx, customer);
  await scheduleEnd(ctx, customer);
}

/** PayPal tells nothing when a cancelled membership's paid time is over, so that is looked at again then. */
export async function scheduleEnd(
  ctx: Pick<Ctx, 'db' | 'now' | 'events'>,
  customer: CustomerKey,
): Promise<void> {
  if (customer.provider !== 'paypal') return;
  const over = await queries.endOf(ctx.db, customer, ctx.now);
  if (over === undefined) return;
  const { db, now } = ctx;
  await transaction({ db, now }, async (tx) => {
    const key = `${keyOf(customer)}:${over.toString()}`;
    await ctx.events.enqueue(tx, syncJob, customer, over, key);
    return ok(null);
  });
}

const keyOf = (syncing: Syncing): string =>
  `${syncing.provider}:${syncing.mode}:${'customer_id' in syncing ? syncing.customer_id : syncing.event_id}`;

/**
 * Enqueues a customer's run in the caller's transaction. One that waits covers all that has happened until it starts, so
 * a burst becomes few runs and its last event is never lost.
 */
export async function enqueueSync(tx: Tx, ctx: Pick<Ctx, 'events'>, syncing: Syncing): Promise<void> {
  await ctx.events.enqueue(tx, syncJob, syncing, undefined, keyOf(syncing));
}
