import type { Stripe } from 'stripe';
import type { createSubscription as endpoint } from '#shared/billing/contract-buying.ts';
import type { InputOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { billedByCard } from '../changing/billed-elsewhere.ts';
import { creditOf } from '../changing/change-credit.ts';
import { changeTo } from '../changing/change-facts.ts';
import { creditLine } from '../changing/change-request.ts';
import { askPaypal, paypalReach } from '../paypal/ask-paypal.ts';
import { paypalNow } from '../paypal/clock.ts';
import type { Price } from '../prices/queries-prices.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { secondsOf } from '../stripe/customers.ts';
import { objectOf } from '../stripe/fetch-customer.ts';
import type { Replaced } from './begin-checkout.ts';
import { liveSubscription } from './queries-buying.ts';

type Promised = InputOf<typeof endpoint>['body']['change'];

/** How a membership by card takes the place of one by PayPal. */
export interface Move {
  readonly replaces: Replaced;
  /** Of a trial: it ends as before. */
  readonly trialEnd: Temporal.Instant | null;
  readonly add_invoice_items: Stripe.SubscriptionCreateParams['add_invoice_items'];
}

type Unmoved =
  | 'already_subscribed'
  | 'not_found'
  | 'last_payment_failed'
  | 'change_pending'
  | 'preview_over'
  | 'needs_country'
  | 'provider_unavailable';

/**
 * What a card's subscription is over a membership by PayPal (docs/product/paypal.md#changing-the-provider): a trial goes on
 * with nothing charged; else what is left of the paid period is a negative line of the first invoice, which costs what
 * the dialog has promised. null: no membership by PayPal runs.
 */
export async function moveFromPaypal(
  ctx: SignedInCtx,
  at: StripeAt,
  { price, customer }: { readonly price: Price; readonly customer: string },
  promised: Promised,
): Promise<Result<Move | null, Unmoved>> {
  const live = await liveSubscription(ctx.db, ctx.actor.id);
  if (live?.provider !== 'paypal' || live.mode !== at.mode) return ok(null);
  const { provider, subscription_id, price_id } = live;
  const replaces = { provider, subscription_id, price_id };
  if (live.status === 'trialing') {
    const counted_at = await nowAtPaypal(ctx);
    if (!counted_at.ok) return counted_at;
    const caughtUp = await askStripe(ctx, () => catchUp(at, customer, counted_at.value));
    if (!caughtUp.ok) return caughtUp;
    return ok({
      replaces: { ...replaces, counted_at: counted_at.value, unspent: null },
      trialEnd: live.trial_end ?? live.period_end,
      add_invoice_items: [],
    });
  }
  if (promised === undefined) return fail('already_subscribed');
  const change = await changeTo(ctx, price.price_id, { from: 'paypal', to: 'stripe' });
  if (!change.ok) {
    const isGone = change.reason === 'no_subscription' || change.reason === 'same_plan';
    return isGone ? fail('preview_over') : (change as Result<never, Unmoved>);
  }
  const credit = await creditOf(ctx, change.value, Temporal.Instant.from(promised.at));
  if (!credit.ok) return credit;
  const billed = await billedByCard(ctx, at, change.value, credit.value);
  if (!billed.ok) return billed;
  const { due_today_cents, balance_cents } = billed.value;
  if (due_today_cents !== promised.due_today_cents || balance_cents !== promised.balance_cents)
    return fail('preview_over');
  const { at: counted_at, unspent } = credit.value;
  return ok({
    replaces: { ...replaces, counted_at, unspent },
    trialEnd: null,
    add_invoice_items: [creditLine(price.product_id, credit.value)],
  });
}

/** A trial at PayPal is counted by PayPal's clock, which in the sandbox is the person's own. */
async function nowAtPaypal(ctx: SignedInCtx): Promise<Result<Temporal.Instant, 'provider_unavailable'>> {
  const at = paypalReach(ctx);
  return at === null ? ok(ctx.now) : askPaypal(ctx, () => paypalNow(ctx, at, ctx.actor.id));
}

/** In the sandbox Stripe's clock stands still while PayPal's runs on: what begins now does not begin before. */
async function catchUp({ stripe, sandbox }: StripeAt, id: string, now: Temporal.Instant): Promise<void> {
  if (!sandbox) return;
  const customer = await stripe.customers.retrieve(id, { expand: ['test_clock'] });
  const clock = customer.deleted === true ? null : objectOf(customer.test_clock);
  const frozen_time = secondsOf(now);
  if (clock !== null && clock !== undefined && clock.frozen_time < frozen_time)
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time });
}
