import type { startPaypalSubscription as endpoint } from '#shared/billing/contract-paypal.ts';
import { afterPeriod } from '#shared/billing/rules-change.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import type { Exchange } from '../../http/bind.ts';
import { offerToBuy } from '../buying/offer-to-buy.ts';
import { keepPlace } from '../buying/place.ts';
import { liveSubscription } from '../buying/queries-buying.ts';
import { entitlements } from '../service.ts';
import { askPaypal, paypalAt } from '../paypal/ask-paypal.ts';
import { paypalNow } from '../paypal/clock.ts';
import { buyMembership, grossOf } from './buy-membership.ts';
import { overMembership } from './run-approval.ts';

/** Ends the trial now: a membership that pays its first period takes its place (docs/product/paypal.md#start-membership-now). */
export async function startPaypalSubscription(
  ctx: SignedInCtx,
  { body: { priceId } }: InputOf<typeof endpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const { db, actor } = ctx;
  const live = await liveSubscription(db, actor.id);
  if (live?.mode !== at.mode || live.status !== 'trialing') return fail('no_trial');
  const membership = await entitlements(db, actor.id, ctx.now);
  const key = { price_id: priceId };
  const price = await offerToBuy(ctx, { provider: 'paypal', mode: at.mode }, membership.cohort, key);
  if (price?.kind !== 'plan') return fail('not_found');
  const place = await keepPlace(ctx, {});
  if (!place.ok) return place;
  const now = await askPaypal(ctx, () => paypalNow(ctx, at, actor.id));
  if (!now.ok) return now;
  const { provider, subscription_id, price_id } = live;
  const started = await buyMembership(ctx, at, {
    price,
    membership,
    country: place.value.country,
    terms: {
      ...(await grossOf(ctx, place.value, price.unit_cents)),
      cycles_from: afterPeriod(now.value, price.is_annual),
      is_trial: false,
    },
    replaces: { provider, subscription_id, price_id, counted_at: now.value, unspent: null },
    referer: request.headers.referer,
  });
  // Started in another tab, or the trial ended meanwhile.
  const page = overMembership(started, 'no_trial');
  return page.ok ? storeAnswer(ctx, page.value) : page;
}
