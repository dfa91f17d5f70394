import type {
  getPaymentConfig as configEndpoint,
  getQuote as endpoint,
} from '#shared/billing/contract-buying.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { entitlements } from '../service.ts';
import { paypalAt } from '../paypal/ask-paypal.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import { offerToBuy } from './offer-to-buy.ts';
import { placeOf } from './place.ts';
import { breakdownOf, couponFor } from './price-up.ts';
import { liveSubscription } from './queries-buying.ts';
import { trialDays } from './trial.ts';

/** How the browser reaches the payment providers. */
export async function getPaymentConfig(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof configEndpoint>, never>> {
  const { stripe, pagesOrigin } = ctx.payments;
  const paypal = paypalAt(ctx);
  return ok({
    stripe:
      stripe === null
        ? null
        : { publishable_key: stripe.publishableKey, api_origin: pagesOrigin, sandbox: stripe.sandbox },
    paypal: paypal === null ? null : { sandbox: paypal.mode === 'sandbox' },
  });
}

/** What a purchase costs, before paying (docs/product/buying.md#quotes). */
export async function getQuote(
  ctx: SignedInCtx,
  { query }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const { kind, offer_id, quantity: wanted, country, coupon: code, provider } = query;
  const stripe = stripeAt(ctx);
  const at = provider === 'stripe' ? stripe : paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const { cohort } = await entitlements(ctx.db, ctx.actor.id, ctx.now);
  const price = await offerToBuy(ctx, { provider, mode: at.mode }, cohort, {
    kind,
    offer_id: kind === 'top-up' ? 'credit' : (offer_id ?? ''),
  });
  if (price === null) return fail('not_found');
  const place = await placeOf(ctx, { country });
  if (!place.ok) return place;
  const isTyped = (code?.trim() ?? '') !== '';
  if (isTyped && (provider === 'paypal' || stripe === null)) return fail('coupon_invalid');
  const coupon = stripe === null ? ok(null) : await couponFor(ctx, stripe, price, code);
  if (!coupon.ok) return coupon;
  const quantity = kind === 'top-up' ? wanted : 1;
  const bought = { price, quantity, place: place.value };
  const breakdown = await breakdownOf(ctx, { ...bought, coupon: coupon.value });
  const isShort = kind === 'plan' && coupon.value !== null && !coupon.value.is_forever;
  const later = isShort ? await breakdownOf(ctx, { ...bought, coupon: null }) : null;
  const live = kind === 'plan' ? await liveSubscription(ctx.db, ctx.actor.id) : undefined;
  const trial_days = live === undefined ? await trialDays(ctx, ctx.actor.id, price) : 0;
  return ok({
    breakdown,
    trial_days,
    due_today_cents: trial_days > 0 ? 0 : breakdown.total_cents,
    later_total_cents: later?.total_cents ?? null,
    credits: price.credits * quantity,
    price_id: price.price_id,
  });
}
