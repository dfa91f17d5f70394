import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Price } from '../prices/queries-prices.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { liveSubscription } from './queries-buying.ts';
import { settle } from './settle.ts';

interface Changed {
  readonly subscription_id: string;
  readonly status: string;
}

/**
 * What choosing a price means over a running membership (docs/product/buying.md#buying-over-a-membership). null: none
 * is running.
 */
export async function changeLive(
  ctx: SignedInCtx,
  at: StripeAt,
  price: Price,
): Promise<Result<Changed, 'already_subscribed' | 'provider_unavailable'> | null> {
  const live = await liveSubscription(ctx.db, ctx.actor.id);
  if (live === undefined) return null;
  if (live.provider !== 'stripe' || live.mode !== at.mode) return fail('already_subscribed');
  const isEnding = live.cancel_at_period_end || live.cancel_at !== null;
  const isSame = live.price_id === price.price_id;
  const isTrial = live.status === 'trialing';
  if (isSame ? !isEnding : !isTrial) return fail('already_subscribed');
  const change: Stripe.SubscriptionUpdateParams = {
    ...(isEnding ? { cancel_at_period_end: false, cancel_at: '' } : {}),
    ...(isSame
      ? {}
      : { items: [{ id: live.item_id, price: price.price_id }], proration_behavior: 'none' as const }),
  };
  const changed = await askStripe(ctx, () => at.stripe.subscriptions.update(live.subscription_id, change));
  if (!changed.ok) return changed;
  await settle(ctx, at);
  return ok({ subscription_id: live.subscription_id, status: changed.value.status });
}
