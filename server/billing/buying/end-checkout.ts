import type { Stripe } from 'stripe';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import type { Checkout } from './queries-buying.ts';

export type Ended = 'ended' | 'completed' | 'under_way';

/** A call to the provider is over by then, repeats included. */
const CALL_MINUTES = 2;

/** Ends a purchase at Stripe that is not paid yet, so that another one can begin. */
export function endCheckout(ctx: SignedInCtx, at: StripeAt, checkout: Checkout): Promise<Ended> {
  return checkout.way === 'hosted' ? endSession(at.stripe, checkout) : endCard(ctx, at.stripe, checkout);
}

async function endSession(stripe: Stripe, { id, provider_id, request }: Checkout): Promise<Ended> {
  // Without an answer yet, the same request finds or makes the page that is to be ended.
  const session =
    provider_id === null
      ? await stripe.checkout.sessions.create(request as Stripe.Checkout.SessionCreateParams, {
          idempotencyKey: `checkout:${id}`,
        })
      : await stripe.checkout.sessions.retrieve(provider_id);
  const known = await stripe.checkout.sessions.expire(session.id).catch(async (error: unknown) => {
    if (refusalOf(error) === null) throw error;
    return stripe.checkout.sessions.retrieve(session.id);
  });
  return known.status === 'complete' ? 'completed' : 'ended';
}

/** A subscription that waits for its first payment is given up; one that has begun stays. */
async function endCard(
  { now }: SignedInCtx,
  stripe: Stripe,
  { id, provider_id, request, started_at }: Checkout,
): Promise<Ended> {
  const { customer } = request as Stripe.SubscriptionCreateParams;
  const subscription =
    provider_id === null
      ? (
          await stripe.subscriptions.list({ customer: String(customer), status: 'all', limit: 100 })
        ).data.find(({ metadata }) => metadata['checkout_id'] === id)
      : await stripe.subscriptions.retrieve(provider_id);
  if (subscription === undefined) {
    const isRecent = Temporal.Instant.compare(now, started_at.add({ minutes: CALL_MINUTES })) < 0;
    return isRecent ? 'under_way' : 'ended';
  }
  if (subscription.status !== 'incomplete') return subscription.ended_at === null ? 'completed' : 'ended';
  return (await giveUp(stripe, subscription)) ? 'ended' : 'completed';
}

/** Gives an unpaid subscription up; false when it has been paid meanwhile. */
export async function giveUp(stripe: Stripe, subscription: Stripe.Subscription): Promise<boolean> {
  const invoice = subscription.latest_invoice;
  const invoiceId = typeof invoice === 'string' ? invoice : invoice?.id;
  // Only an unpaid invoice can be voided: whoever pays at this moment wins.
  if (invoiceId !== undefined)
    await stripe.invoices.voidInvoice(invoiceId).catch((error: unknown) => {
      if (refusalOf(error) === null) throw error;
    });
  const { status } = await stripe.subscriptions.retrieve(subscription.id);
  if (status === 'incomplete') await stripe.subscriptions.cancel(subscription.id);
  return status === 'incomplete' || status === 'incomplete_expired' || status === 'canceled';
}
