import type { Provider } from '#shared/billing/rules-provider.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { askPaypal, paypalReach, type PayPalAt } from '../paypal/ask-paypal.ts';
import { find } from '../paypal/fetch-customer.ts';
import type { Subscription } from '../paypal/objects.ts';
import { askStripe, stripeAt } from '../stripe/ask-stripe.ts';
import { endCheckout, type Ended } from './end-checkout.ts';
import { changeCheckout, type Checkout } from './queries-buying.ts';

export const providerOf = ({ provider }: Pick<Checkout, 'provider'>): Provider =>
  provider === 'paypal' ? 'paypal' : 'stripe';

/** Ends a purchase at its provider that is not paid yet, so that another one can begin. */
export async function endOther(
  ctx: SignedInCtx,
  checkout: Checkout,
): Promise<Result<Ended, 'provider_unavailable'>> {
  const asked = await endAt(ctx, checkout);
  // What is paid is completed by the next read, together with its membership.
  if (asked.ok && asked.value === 'ended') await changeCheckout(ctx.db, checkout.id, { state: 'expired' });
  return asked;
}

async function endAt(ctx: SignedInCtx, checkout: Checkout): Promise<Result<Ended, 'provider_unavailable'>> {
  const [stripe, paypal] = [stripeAt(ctx), paypalReach(ctx)];
  if (checkout.provider === 'paypal')
    return paypal?.mode === checkout.mode ? askPaypal(ctx, () => endApproval(paypal, checkout)) : ok('ended');
  // Of other keys: nobody pays it here.
  return stripe?.mode === checkout.mode
    ? askStripe(ctx, () => endCheckout(ctx, stripe, checkout))
    : ok('ended');
}

/**
 * PayPal has no call that ends what awaits its approval: who approves it later has a second membership, which is
 * cancelled and paid back (docs/product/paypal.md#one-purchase-at-a-time).
 */
async function endApproval({ paypal }: PayPalAt, { provider_id }: Checkout): Promise<Ended> {
  // Without an answer nobody has its page.
  if (provider_id === null) return 'ended';
  const found = await find<Subscription>(paypal, `/v1/billing/subscriptions/${provider_id}`);
  return found?.status === 'ACTIVE' || found?.status === 'SUSPENDED' ? 'completed' : 'ended';
}
