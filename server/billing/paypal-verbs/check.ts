import type {
  checkPaypalOrder as orderEndpoint,
  checkPaypalSubscription as endpoint,
} from '#shared/billing/contract-paypal.ts';
import { isLive } from '#shared/billing/rules-status.ts';
import { SUBSCRIPTION_STATUSES } from '#shared/billing/rules-provider.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { syncCustomer } from '../sync.ts';
import { askPaypal, paypalReach, type PayPalAt } from '../paypal/ask-paypal.ts';
import { PayPalRefused } from '../paypal/client.ts';
import { trialsUsed } from '../paypal/queries-paypal.ts';
import { ownCheckout, ownSubscription } from './queries-verbs.ts';

/** Whether an own subscription runs, after PayPal was asked (docs/product/paypal.md#return). */
export async function checkPaypalSubscription(
  ctx: SignedInCtx,
  { body: { subscriptionId } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = paypalReach(ctx);
  if (at === null) return fail('payments_not_configured');
  const { db, actor } = ctx;
  const find = () => ownSubscription(db, at.mode, actor.id, subscriptionId);
  const bought = await ownCheckout(db, at.mode, actor.id, subscriptionId);
  if (bought === undefined && (await find()) === undefined) return fail('not_found');
  const synced = await takeIn(ctx, at);
  if (!synced.ok) return synced;
  const row = await find();
  const status = SUBSCRIPTION_STATUSES.find((name) => name === row?.status) ?? 'incomplete';
  const active = row?.is_live === true && isLive({ status });
  const used = active ? [] : await trialsUsed(db, at.mode, actor.id);
  return ok({ active, status, trial_used: used.includes(subscriptionId) });
}

/** Takes the money of an own order that its payer has approved (docs/product/paypal.md#return). */
export async function checkPaypalOrder(
  ctx: SignedInCtx,
  { body: { orderId } }: InputOf<typeof orderEndpoint>,
): Promise<Result<ResponseOf<typeof orderEndpoint>, ProblemOf<typeof orderEndpoint>>> {
  const at = paypalReach(ctx);
  if (at === null) return fail('payments_not_configured');
  const { db, actor } = ctx;
  const find = () => ownCheckout(db, at.mode, actor.id, orderId);
  if ((await find()) === undefined) return fail('not_found');
  const synced = await takeIn(ctx, at);
  if (!synced.ok) return synced;
  return ok({ paid: (await find())?.state === 'completed' });
}

/** The read captures what is approved; a payer whose money does not come has not paid. */
function takeIn(ctx: SignedInCtx, { mode }: PayPalAt): Promise<Result<null, 'provider_unavailable'>> {
  return askPaypal(ctx, async () => {
    await syncCustomer(ctx, { provider: 'paypal', mode, customer_id: ctx.actor.id }).catch(
      (error: unknown) => {
        if (!(error instanceof PayPalRefused)) throw error;
        ctx.log.warn({ err: error }, 'PayPal refused what a return asked for');
      },
    );
    return null;
  });
}
