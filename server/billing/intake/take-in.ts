import type { Ctx } from '../../ctx/ctx.ts';
import type { StripeAccess } from '../../ctx/payments.ts';
import type { Tx } from '../../db/transaction.ts';
import * as queries from './queries-sync.ts';
import { modeOf } from '../stripe/client.ts';
import { isAboutCustomer, type ProviderEvent } from '../stripe/parse-event.ts';
import { enqueueSync } from './sync-job.ts';

/**
 * Stores an event of this installation's mode that is about a customer, and enqueues their run. False where it is known
 * already or none of ours.
 */
export async function takeIn(
  tx: Tx,
  ctx: Pick<Ctx, 'now' | 'events' | 'log'>,
  access: StripeAccess,
  event: ProviderEvent,
): Promise<boolean> {
  const { id, type, created_at, object_id, customer_id, payment_id } = event;
  if (event.livemode !== access.livemode) {
    ctx.log.warn({ event: id, type, livemode: event.livemode }, 'event of another mode left alone');
    return false;
  }
  if (!isAboutCustomer(type) || (customer_id === null && payment_id === null)) return false;
  const row = { event_id: id, type, object_id, customer_id, created_at, received_at: ctx.now };
  if (!(await queries.insertEvent(tx, 'stripe', row))) return false;
  const at = { provider: 'stripe', mode: modeOf(access) } as const;
  await enqueueSync(tx, ctx, customer_id === null ? { ...at, event_id: id } : { ...at, customer_id });
  return true;
}
