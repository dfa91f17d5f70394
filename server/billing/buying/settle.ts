import { ok } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import { enqueueSync, scheduleEnd } from '../intake/sync-job.ts';
import { isRefusedOutside, isUnavailable } from '../stripe/ask-stripe.ts';
import { customerOf } from '../stripe/queries-stripe.ts';
import { syncCustomer } from '../sync.ts';

/** Takes in at once what the caller has just bought. The webhook does it, too: no failure here is one of the verb. */
export async function settle(
  ctx: SignedInCtx,
  { mode }: { readonly mode: Mode },
  provider: Provider = 'stripe',
): Promise<void> {
  // PayPal's customer is the person.
  const customer_id = provider === 'paypal' ? ctx.actor.id : await customerOf(ctx.db, mode, ctx.actor.id);
  if (customer_id === undefined) return;
  const customer = { provider, mode, customer_id };
  try {
    await syncCustomer(ctx, customer);
    await scheduleEnd(ctx, customer);
  } catch (error) {
    if (!isUnavailable(error) && !isRefusedOutside(error)) throw error;
    ctx.log.warn({ err: error }, 'a purchase is taken in later, by its job');
    // Also what a provider refuses of what follows, as a refund, is the job's to tell and to repeat.
    const { db, now } = ctx;
    await transaction({ db, now }, async (tx) => ok(await enqueueSync(tx, ctx, customer)));
  }
}
