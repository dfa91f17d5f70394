import type * as contract from '#shared/billing/contract-buying.ts';
import type { Endpoint, InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { catalogue } from '../../content/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Exchange } from '../../http/bind.ts';
import { changeTo } from '../changing/change-facts.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
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
  const at = stripeAt(ctx);
  const change = at === null ? null : await changeTo(ctx, at, priceId);
  return change?.ok ? change.value.price : null;
}

/** The same for a product at the provider. */
export async function createProviderSession(
  ctx: SignedInCtx,
  { params, body: { product_id, ...chosen } }: InputOf<typeof contract.createProviderSession>,
  exchange: Exchange,
): Output<typeof contract.createProviderSession> {
  if (params.provider !== 'stripe') return fail('payments_not_configured');
  const choice = { key: { product_id }, ...chosen, ...refererOf(exchange) };
  return buyHosted(ctx, choice, ({ url }) => ({ url }));
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
