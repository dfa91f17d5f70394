import type { Provider } from '#shared/billing/rules-provider.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { liveSubscription } from '../buying/queries-buying.ts';
import { paypalAt } from '../paypal/ask-paypal.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import * as queries from './queries-prices.ts';

/** What is sold at each provider now, and whose prices the caller is shown. */
export interface Selling {
  readonly stripe: readonly queries.Price[];
  readonly paypal: readonly queries.Price[];
  readonly own: Provider;
}

/** A member's provider is that of the membership; everybody else's is the card's, where there is one. */
export async function sellingAt(ctx: Pick<Ctx, 'db' | 'actor' | 'payments' | 'flags'>): Promise<Selling> {
  const { db, actor } = ctx;
  const [stripe, paypal] = [stripeAt(ctx), paypalAt(ctx)];
  const live = actor?.role === 'client' ? await liveSubscription(db, actor.id) : undefined;
  const isMember = live?.provider === 'paypal' || live?.provider === 'stripe';
  const own = isMember ? live.provider : stripe === null ? 'paypal' : 'stripe';
  return {
    stripe: stripe === null ? [] : await queries.currentPrices(db, stripe.mode),
    paypal: paypal === null ? [] : await queries.currentPrices(db, paypal.mode, 'paypal'),
    own: own === 'paypal' ? 'paypal' : 'stripe',
  };
}
