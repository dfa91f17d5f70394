import type * as contract from '#shared/billing/contract-buying.ts';
import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { catalogue } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Exchange } from '../../http/bind.ts';
import { replayAnswer, storeAnswer } from '../../db/transaction.ts';
import { changeTo } from '../changing/change-facts.ts';
import { paypalAt } from '../paypal/ask-paypal.ts';
import { buyOrder } from '../paypal-verbs/buy-order.ts';
import { chooseMembership } from '../paypal-verbs/create-subscription.ts';
import { currentPrices } from '../prices/queries-prices.ts';
import { buyHosted, withoutMembership } from './buy-hosted.ts';
import { confirmUrl } from './return-urls.ts';

type Output<E extends Endpoint> = Promise<Result<ResponseOf<E>, ProblemOf<E>>>;

const refererOf = ({ request }: Exchange) => ({ referer: request.headers.referer });
const CREDIT = { kind: 'top-up', offer_id: 'credit' } as const;

/** A hosted page to buy a membership, as the requirement's first call. */
export function createCheckoutSession(
  ctx: SignedInCtx,
  { body: { priceId, ...chosen } }: InputOf<typeof contract.createCheckoutSession>,
  exchange: Exchange,
): Output<typeof contract.createCheckoutSession> {
  const choice = { key: { price_id: priceId }, ...chosen, ...refererOf(exchange) };
  return buyHosted(ctx, choice, ({ id, url }) => ({ sessionId: id, url }));
}

/** The same, answering the address alone; over a running membership that of the dialog which confirms a change. */
export async function createSubscriptionCheckout(
  ctx: SignedInCtx,
  { body: { priceId, ...chosen } }: InputOf<typeof contract.createSubscriptionCheckout>,
  exchange: Exchange,
): Output<typeof contract.createSubscriptionCheckout> {
  const choice = { key: { price_id: priceId }, ...chosen, ...refererOf(exchange) };
  const bought = await buyHosted(ctx, choice, ({ url }) => ({ url }));
  if (bought.ok || bought.reason !== 'already_subscribed') return bought;
  const change = await changeOf(ctx, priceId);
  return change === null ? bought : ok({ url: confirmUrl(ctx.origin, change.offer_id) });
}

/** The plan that a running membership may become; null where it is none, or the same. */
async function changeOf(ctx: SignedInCtx, priceId: string) {
  const change = await changeTo(ctx, priceId);
  return change.ok ? change.value.price : null;
}

/** The same for a product at the provider. */
export async function createProviderSession(
  ctx: SignedInCtx,
  { params, body: { product_id, ...chosen } }: InputOf<typeof contract.createProviderSession>,
  exchange: Exchange,
): Output<typeof contract.createProviderSession> {
  const choice = { key: { product_id }, ...chosen, ...refererOf(exchange) };
  if (params.provider === 'paypal') return createPaypalSession(ctx, choice);
  return buyHosted(ctx, choice, ({ url }) => ({ url }));
}

interface SessionChoice {
  readonly key: { readonly product_id: string };
  readonly country: string;
  readonly coupon?: string | undefined;
  readonly referer: string | undefined;
}

/** At PayPal all plans share one product, so that a price's own id names it, too. */
async function createPaypalSession(
  ctx: SignedInCtx,
  { key: { product_id }, coupon = '', ...place }: SessionChoice,
): Output<typeof contract.createProviderSession> {
  const at = paypalAt(ctx);
  if (at === null) return fail('payments_not_configured');
  await replayAnswer(ctx);
  if (coupon.trim() !== '') return fail('coupon_invalid');
  const prices = await currentPrices(ctx.db, at.mode, 'paypal');
  const own = prices.filter((price) => price.price_id === product_id || price.product_id === product_id);
  const [price] = own;
  if (price === undefined || own.length > 1) return fail('not_found');
  const choice = { key: { price_id: price.price_id }, ...place };
  const page =
    price.kind === 'plan' ? await chooseMembership(ctx, at, choice) : await buyOrder(ctx, at, choice);
  return page.ok ? storeAnswer(ctx, page.value) : page;
}

/** A hosted page to buy credits one by one (docs/product/buying.md#hosted-pages). */
export async function createTopup(
  ctx: SignedInCtx,
  { body: { amount, ...chosen } }: InputOf<typeof contract.createTopup>,
  exchange: Exchange,
): Output<typeof contract.createTopup> {
  const choice = { key: CREDIT, quantity: amount, ...chosen, ...refererOf(exchange) };
  return withoutMembership(await buyHosted(ctx, choice, ({ url }) => ({ url })));
}

/** A hosted page to buy a bundle. */
export async function purchaseBundle(
  ctx: SignedInCtx,
  { body: { bundle_id, ...chosen } }: InputOf<typeof contract.purchaseBundle>,
  exchange: Exchange,
): Output<typeof contract.purchaseBundle> {
  const { bundles } = await catalogue(ctx);
  if (bundles.some(({ id, price }) => id === bundle_id && price === 0)) return fail('is_free');
  const choice = { key: { kind: 'bundle', offer_id: bundle_id } as const, ...chosen, ...refererOf(exchange) };
  return withoutMembership(await buyHosted(ctx, choice, ({ url }) => ({ url })));
}
