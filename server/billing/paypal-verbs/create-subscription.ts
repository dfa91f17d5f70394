import type { createPaypalSubscription as endpoint } from '#shared/billing/contract-paypal.ts';
import { afterPeriod } from '#shared/billing/rules-change.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import type { Exchange } from '../../http/bind.ts';
import type { Replaced, Terms } from '../buying/begin-checkout.ts';
import { offerToBuy, type OfferKey } from '../buying/offer-to-buy.ts';
import { keepPlace } from '../buying/place.ts';
import { liveSubscription } from '../buying/queries-buying.ts';
import { confirmUrl } from '../buying/return-urls.ts';
import { trialDays } from '../buying/trial.ts';
import { changeTo } from '../changing/change-facts.ts';
import type { Price } from '../prices/queries-prices.ts';
import { entitlements } from '../service.ts';
import { askPaypal, paypalAt, type PayPalAt } from '../paypal/ask-paypal.ts';
import { paypalNow } from '../paypal/clock.ts';
import { buyMembership, grossOf } from './buy-membership.ts';
import type { Page } from './run-approval.ts';

type Refused = ProblemOf<typeof endpoint>;

export interface Chosen {
  readonly key: OfferKey;
  readonly country?: string | undefined;
  readonly zipcode?: string | undefined;
  readonly referer: string | undefined;
}

/** A membership through PayPal (docs/product/paypal.md#buying). */
export async function createPaypalSubscription(
  ctx: SignedInCtx,
  { body: { priceId, ...place } }: InputOf<typeof endpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof endpoint>, Refused>> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const chosen = { key: { price_id: priceId }, ...place, referer: request.headers.referer };
  const bought = await chooseMembership(ctx, at, chosen);
  return bought.ok ? storeAnswer(ctx, bought.value) : bought;
}

/** The page on which a membership is approved; over a running one that of the dialog which confirms a change. */
export async function chooseMembership(
  ctx: SignedInCtx,
  at: PayPalAt,
  { key, country, zipcode, referer }: Chosen,
): Promise<Result<Page, Refused>> {
  const { db, actor } = ctx;
  const membership = await entitlements(db, actor.id, ctx.now);
  const price = await offerToBuy(ctx, { provider: 'paypal', mode: at.mode }, membership.cohort, key);
  if (price?.kind !== 'plan') return fail('not_found');
  const asked = await askPaypal(ctx, () => paypalNow(ctx, at, actor.id));
  if (!asked.ok) return asked;
  const now = asked.value;
  const live = await liveSubscription(db, actor.id);
  const over = live === undefined ? null : takeOver(live, price, now);
  if (live !== undefined && (over === null || live.mode !== at.mode)) {
    const change = await changeTo(ctx, price.price_id);
    if (!change.ok) return fail('already_subscribed');
    return ok({ url: confirmUrl(ctx.origin, price.offer_id) });
  }
  const place = await keepPlace(ctx, { country, zipcode });
  if (!place.ok) return place;
  const days = over === null ? await trialDays(ctx, actor.id, price) : 0;
  const begins =
    over?.begins ?? (days > 0 ? { cycles_from: now.add({ hours: 24 * days }), is_trial: true } : null);
  const gross = await grossOf(ctx, place.value, begins === null ? price.unit_cents : 0);
  return buyMembership(ctx, at, {
    price,
    membership,
    country: place.value.country,
    terms: { ...gross, ...(begins ?? { cycles_from: afterPeriod(now, price.is_annual), is_trial: false }) },
    replaces: over?.replaces ?? null,
    referer,
  });
}

type Live = NonNullable<Awaited<ReturnType<typeof liveSubscription>>>;

interface Over {
  readonly begins: Pick<Terms, 'is_trial'> & { readonly cycles_from: Temporal.Instant };
  readonly replaces: Replaced;
}

/**
 * What takes the place of a running membership without a charge today: a trial with the rest of its days, and one that is
 * ending, bought again, from its end on (docs/product/paypal.md#buying-over-a-membership). null: neither.
 */
function takeOver(live: Live, price: Price, now: Temporal.Instant): Over | null {
  const isSame = live.provider === 'paypal' && live.price_id === price.price_id;
  const isTrial = live.status === 'trialing';
  if (isSame ? live.cancel_at === null : !isTrial) return null;
  const cycles_from = isTrial ? (live.trial_end ?? live.period_end) : (live.cancel_at ?? live.period_end);
  if (Temporal.Instant.compare(cycles_from, now) <= 0) return null;
  const { provider, subscription_id, price_id } = live;
  return {
    begins: { cycles_from, is_trial: isTrial },
    replaces: { provider, subscription_id, price_id, counted_at: now, unspent: null },
  };
}
