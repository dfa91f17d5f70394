import type {
  createPaypalTopup as topupEndpoint,
  purchasePaypalBundle as bundleEndpoint,
} from '#shared/billing/contract-paypal.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { catalogue } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import type { Exchange } from '../../http/bind.ts';
import { urlsOf } from '../buying/buy-hosted.ts';
import { offerToBuy, type OfferKey } from '../buying/offer-to-buy.ts';
import { keepPlace } from '../buying/place.ts';
import { lineLabel } from '../buying/price-up.ts';
import { runCheckout } from '../buying/run-checkout.ts';
import { entitlements } from '../service.ts';
import { paypalAt, type PayPalAt } from '../paypal/ask-paypal.ts';
import { customIdOf } from '../paypal/objects.ts';
import { grossOf } from './buy-membership.ts';
import { emailOf } from './queries-verbs.ts';
import { orderRequest } from './requests.ts';
import { runApproval, type Page } from './run-approval.ts';

const CREDIT = { kind: 'top-up', offer_id: 'credit' } as const;

export interface OrderChoice {
  readonly key: OfferKey;
  readonly quantity?: number;
  readonly country?: string | undefined;
  readonly zipcode?: string | undefined;
  readonly return_to?: string | undefined;
  readonly hold_id?: number | undefined;
  readonly referer: string | undefined;
}

/** Credits one by one (docs/product/paypal.md#buying). */
export async function createPaypalTopup(
  ctx: SignedInCtx,
  { body: { amount, ...chosen } }: InputOf<typeof topupEndpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof topupEndpoint>, ProblemOf<typeof topupEndpoint>>> {
  const choice = { key: CREDIT, quantity: amount, ...chosen, referer: request.headers.referer };
  return answered(ctx, choice);
}

/** A bundle of credits. */
export async function purchasePaypalBundle(
  ctx: SignedInCtx,
  { body: { bundle_id, ...chosen } }: InputOf<typeof bundleEndpoint>,
  { request }: Exchange,
): Promise<Result<ResponseOf<typeof bundleEndpoint>, ProblemOf<typeof bundleEndpoint>>> {
  const { bundles } = await catalogue(ctx);
  if (bundles.some(({ id, price }) => id === bundle_id && price === 0)) return fail('is_free');
  const key = { kind: 'bundle', offer_id: bundle_id } as const;
  return answered(ctx, { key, ...chosen, referer: request.headers.referer });
}

type Unbought = 'not_found' | 'needs_country' | 'in_progress' | 'provider_unavailable';

async function answered(
  ctx: SignedInCtx,
  choice: OrderChoice,
): Promise<Result<Page, Unbought | 'payments_not_configured'>> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  const bought = await buyOrder(ctx, at, choice);
  return bought.ok ? storeAnswer(ctx, bought.value) : bought;
}

/** The page on which an order is approved; its money is taken at the return, or by the webhook. */
export async function buyOrder(
  ctx: SignedInCtx,
  at: PayPalAt,
  { key, quantity = 1, country, zipcode, return_to, hold_id, referer }: OrderChoice,
): Promise<Result<Page, Unbought>> {
  const { db, actor } = ctx;
  const membership = await entitlements(db, actor.id, ctx.now);
  const price = await offerToBuy(ctx, { provider: 'paypal', mode: at.mode }, membership.cohort, key);
  if (price === null || price.kind === 'plan') return fail('not_found');
  const place = await keepPlace(ctx, { country, zipcode });
  if (!place.ok) return place;
  const gross = await grossOf(ctx, place.value, price.unit_cents * quantity);
  const email = await emailOf(db, actor.id);
  const request = (id: string): object => {
    const of = { provider: 'paypal' as const, session: id, price, quantity };
    const { success_url, cancel_url } = urlsOf(ctx, membership, of, { return_to, referer });
    const custom_id = customIdOf(actor.id, id);
    const order = { custom_id, email, name: lineLabel(price, quantity), ...gross };
    return orderRequest(order, { return_url: success_url, cancel_url });
  };
  const wish = {
    provider: 'paypal' as const,
    price,
    quantity,
    coupon: null,
    country: place.value.country,
    way: 'hosted' as const,
    return_to: return_to ?? null,
    hold_id: hold_id ?? null,
    terms: { ...gross, cycles_from: null, is_trial: false },
    request,
  };
  const page = await runCheckout(ctx, at, wish, runApproval(ctx, at));
  if (page.ok) return ok(page.value);
  if (page.reason === 'already_subscribed') throw new Error('only a membership is bought once');
  return page as Result<Page, Unbought>;
}
