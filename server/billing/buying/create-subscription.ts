import type { Stripe } from 'stripe';
import type { createSubscription as endpoint } from '#shared/billing/contract-buying.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { entitlements } from '../service.ts';
import { askStripe, declineOf, refusalOf, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { changeLive } from './change-live.ts';
import { giveUp } from './end-checkout.ts';
import { CONFIRMABLE, firstPayment } from './first-payment.ts';
import { offerToBuy } from './offer-to-buy.ts';
import { moveFromPaypal } from './over-paypal.ts';
import { prepare } from './prepare.ts';
import { changeCheckout, isCardKnown, type Checkout } from './queries-buying.ts';
import { cardRequest } from './request-of.ts';
import { runCheckout, type Unstarted } from './run-checkout.ts';
import { settle } from './settle.ts';

type Answer = ResponseOf<typeof endpoint>;
type Refused = ProblemOf<typeof endpoint>;

/** A membership with a card that was typed in the studio (docs/product/buying.md#paying-in-the-studio). */
export async function createSubscription(
  ctx: SignedInCtx,
  { body }: InputOf<typeof endpoint>,
): Promise<Result<Answer, Refused>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const { paymentMethodId, priceId, couponId, country, zipcode } = body;
  const key = { price_id: priceId };
  const membership = await entitlements(ctx.db, ctx.actor.id, ctx.now);
  const offer = await offerToBuy(ctx, at, membership.cohort, key);
  if (offer === null || offer.kind !== 'plan') return fail('not_found');
  const prepared = await prepare(ctx, at, membership, { key, coupon: couponId, country, zipcode });
  if (!prepared.ok) return prepared;
  const { price, customer } = prepared.value;
  const moved = await moveFromPaypal(ctx, at, { price, customer }, body.change);
  if (!moved.ok) return moved;
  const move = moved.value;
  // What moves is billed as its dialog said.
  const coupon = move === null ? prepared.value.coupon : null;
  const card = await attachCard(ctx, at, { customer, paymentMethodId });
  if (!card.ok) return card;
  const known =
    card.value !== null &&
    (await isCardKnown(ctx.db, at.mode, { fingerprint: card.value, personId: ctx.actor.id }));
  const hasTrial = prepared.value.trialDays > 0 || (move?.trialEnd ?? null) !== null;
  if (hasTrial && known && body.withoutTrial !== true) return fail('trial_used');
  const paysToday = known || body.withoutTrial === true;
  const purchase = {
    ...prepared.value,
    promotionCode: move === null ? prepared.value.promotionCode : null,
    trialDays: paysToday || move !== null ? 0 : prepared.value.trialDays,
    trialEnd: paysToday ? null : (move?.trialEnd ?? null),
    add_invoice_items: move?.add_invoice_items ?? [],
  };
  const wish = {
    provider: 'stripe' as const,
    price,
    quantity: 1,
    coupon,
    country: prepared.value.country,
    way: 'card' as const,
    return_to: null,
    hold_id: null,
    card: paymentMethodId,
    replaces: move?.replaces ?? null,
    request: (id: string) => cardRequest(purchase, paymentMethodId, id),
  };
  const made = await runCheckout(ctx, at, wish, (checkout) => runCard(ctx, at, checkout));
  if (made.ok) return storeAnswer(ctx, made.value);
  if (made.reason !== 'already_subscribed') return made;
  // Changed in another tab since the dialog.
  if (move !== null) return fail('preview_over');
  const changed = await changeLive(ctx, at, price);
  return changed?.ok ? storeAnswer(ctx, changed.value) : (changed ?? made);
}

/** Gives the card to the customer and returns its fingerprint. */
async function attachCard(
  ctx: SignedInCtx,
  { stripe }: StripeAt,
  { customer, paymentMethodId }: { readonly customer: string; readonly paymentMethodId: string },
): Promise<Result<string | null, 'card_declined' | 'provider_unavailable'>> {
  try {
    const attached = await askStripe(ctx, () => stripe.paymentMethods.attach(paymentMethodId, { customer }));
    return attached.ok ? ok(attached.value.card?.fingerprint ?? null) : attached;
  } catch (error) {
    const detail = declineOf(error);
    if (detail !== null) return fail('card_declined', { detail });
    // Unknown, somebody else's, or used up.
    if (refusalOf(error) !== null) return fail('card_declined', { detail: 'Please enter your card again.' });
    throw error;
  }
}

/** Makes the subscription, or finds the one that this purchase made. */
async function runCard(
  ctx: SignedInCtx,
  at: StripeAt,
  checkout: Checkout,
): Promise<Result<Answer, Unstarted | 'coupon_invalid' | 'card_declined'> | null> {
  const asked = await askStripe(ctx, () => subscriptionOf(at.stripe, checkout)).catch(
    async (error: unknown) => {
      await changeCheckout(ctx.db, checkout.id, { state: 'failed' });
      // Between our look and the call a coupon can have been used up.
      if (refusalOf(error)?.param.startsWith('discounts')) return fail('coupon_invalid');
      throw error;
    },
  );
  if (!asked.ok) return asked;
  const { id, status } = asked.value;
  if (asked.value.ended_at !== null || status === 'incomplete_expired') {
    await changeCheckout(ctx.db, checkout.id, { state: 'failed', provider_id: id });
    return null;
  }
  const first = await askStripe(ctx, () => firstPayment(at.stripe, asked.value));
  if (!first.ok) return first;
  if (first.value.declined !== null) {
    const given = await askStripe(ctx, () => giveUp(at.stripe, asked.value));
    if (!given.ok) return given;
    await changeCheckout(ctx.db, checkout.id, { state: 'failed', provider_id: id });
    return fail('card_declined', { detail: first.value.declined });
  }
  const isOver = status !== 'incomplete';
  // The read completes it together with the membership: between the two another purchase could begin.
  await changeCheckout(ctx.db, checkout.id, { state: 'open', provider_id: id });
  if (isOver) await settle(ctx, at);
  const { secret } = first.value;
  return ok({ status, subscription_id: id, ...(secret === null ? {} : { client_secret: secret }) });
}

function subscriptionOf(
  stripe: Stripe,
  { id, provider_id, request }: Checkout,
): Promise<Stripe.Subscription> {
  if (provider_id !== null) return stripe.subscriptions.retrieve(provider_id, CONFIRMABLE);
  return stripe.subscriptions.create(
    { ...(request as Stripe.SubscriptionCreateParams), ...CONFIRMABLE },
    { idempotencyKey: `checkout:${id}` },
  );
}
