import type { Mode } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import { personOf, type PayPalEvent } from '../paypal/parse-event.ts';
import { keepObject } from '../paypal/queries-paypal.ts';
import * as queries from './queries-sync.ts';
import { enqueueSync } from './sync-job.ts';

/**
 * Stores an event of PayPal that is about a person, what it names of theirs, and enqueues their run. One whose payment
 * is not known yet is followed by the run. False where it is known already or none of ours.
 */
export async function takeInPaypal(
  tx: Tx,
  ctx: Pick<Ctx, 'now' | 'events'>,
  mode: Mode,
  event: PayPalEvent,
): Promise<boolean> {
  const { id, type, created_at, object_id, kind } = event;
  const customer_id = (await personOf(tx, mode, event)) ?? null;
  if (customer_id === null && (event.person_id !== null || event.transactions.length === 0)) return false;
  const row = { event_id: id, type, object_id, customer_id, created_at, received_at: ctx.now };
  if (!(await queries.insertEvent(tx, 'paypal', row))) return false;
  const at = { provider: 'paypal', mode } as const;
  if (customer_id === null) {
    await enqueueSync(tx, ctx, { ...at, event_id: id });
    return true;
  }
  if (kind !== null) await keepObject(tx, { mode, object_id, kind, person_id: customer_id, now: ctx.now });
  await enqueueSync(tx, ctx, { ...at, customer_id });
  return true;
}
