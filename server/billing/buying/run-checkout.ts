import type { Stripe } from 'stripe';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Mode } from '#shared/billing/rules-provider.ts';
import { askStripe, refusalOf, type StripeAt } from '../stripe/ask-stripe.ts';
import { beginCheckout, type Wish } from './begin-checkout.ts';
import { endOther, providerOf } from './end-other.ts';
import { changeCheckout, type Checkout } from './queries-buying.ts';
import { settle } from './settle.ts';

/** How often another purchase of the same person may get in between. */
const ATTEMPTS = 5;

export type Unstarted = 'already_subscribed' | 'in_progress' | 'provider_unavailable';

/** What the provider made of a purchase; null: the purchase is over, begin another. */
export type Run<T, R extends string> = (checkout: Checkout) => Promise<Result<T, R> | null>;

/**
 * Begins a purchase and has the provider make it: the row first, then the call under the row's key, then its answer.
 * Whatever dies in between, the repeat finds the row and gets the same answer (docs/product/buying.md#purchases).
 */
export async function runCheckout<T, R extends string>(
  ctx: SignedInCtx,
  at: { readonly mode: Mode },
  wish: Wish,
  run: Run<T, R>,
): Promise<Result<T, R | Unstarted>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const begun = await beginCheckout(ctx, at, wish);
    if (!begun.ok) return begun;
    const { checkout, isOther } = begun.value;
    if (!isOther) {
      const done = await run(checkout);
      if (done !== null) return done;
      continue;
    }
    const ended = await endOther(ctx, checkout);
    if (!ended.ok) return ended;
    if (ended.value === 'under_way') return fail('in_progress');
    // What is paid is completed by the next read, together with its membership.
    if (ended.value === 'completed') {
      await settle(ctx, at, providerOf(checkout));
      return fail('already_subscribed');
    }
  }
  return fail('in_progress');
}

export interface HostedPage {
  readonly id: string;
  readonly url: string;
}

/** The provider's page of a purchase. */
export async function runHosted(
  ctx: SignedInCtx,
  at: StripeAt,
  checkout: Checkout,
): Promise<Result<HostedPage, Unstarted | 'coupon_invalid'> | null> {
  const { id, kind, provider_id } = checkout;
  const asked = await askStripe(ctx, () => sessionOf(at.stripe, checkout)).catch(async (error: unknown) => {
    await changeCheckout(ctx.db, id, { state: 'failed' });
    // Between our look and the call a coupon can have been used up.
    if (refusalOf(error)?.param.startsWith('discounts')) return fail('coupon_invalid');
    throw error;
  });
  if (!asked.ok) return asked;
  const { id: sessionId, status, url } = asked.value;
  if (status === 'open' && url !== null) {
    const kept = await changeCheckout(ctx.db, id, { state: 'open', provider_id: sessionId, url });
    return kept ? ok({ id: sessionId, url }) : null;
  }
  const found = provider_id === null ? { provider_id: sessionId } : {};
  if (status !== 'complete') {
    await changeCheckout(ctx.db, id, { state: 'expired', ...found });
    return null;
  }
  // A membership is completed by the read, together with its subscription.
  await settle(ctx, at);
  if (kind === 'plan') return fail('already_subscribed');
  await changeCheckout(ctx.db, id, { state: 'completed', ...found });
  return null;
}

function sessionOf(stripe: Stripe, { id, provider_id, request }: Checkout): Promise<Stripe.Checkout.Session> {
  if (provider_id !== null) return stripe.checkout.sessions.retrieve(provider_id);
  return stripe.checkout.sessions.create(request as Stripe.Checkout.SessionCreateParams, {
    idempotencyKey: `checkout:${id}`,
  });
}
