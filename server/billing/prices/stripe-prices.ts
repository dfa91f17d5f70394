import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Sale } from '#shared/billing/rules-prices.ts';
import type { StripeAt } from '../stripe/ask-stripe.ts';
import type { PricePlan } from './plan-prices.ts';
import type { Price } from './queries-prices.ts';

/** Makes, revives and renames prices at Stripe; returns the new ones. Safe to repeat. */
export async function sellAtStripe(
  at: StripeAt,
  { make, revive, rename }: PricePlan,
  known: readonly Price[],
): Promise<Price[]> {
  const made: Price[] = [];
  for (const sale of make) {
    const before = known.findLast(({ kind, offer_id }) => kind === sale.kind && offer_id === sale.offer_id);
    made.push(await makePrice(at, sale, before?.product_id ?? null));
  }
  for (const { price_id, ...sale } of revive)
    await at.stripe.prices.update(price_id, { active: true, ...lookup(sale) });
  for (const { product_id, name } of [...rename, ...revive])
    await at.stripe.products.update(product_id, { name });
  return made;
}

/** Takes prices from sale at Stripe. */
export async function retireAtStripe({ stripe }: StripeAt, retire: readonly Price[]): Promise<void> {
  for (const { price_id } of retire) await stripe.prices.update(price_id, { active: false });
}

/** Finds our price again after a lost database. */
const lookup = ({ kind, offer_id }: Pick<Sale, 'kind' | 'offer_id'>) => ({
  lookup_key: `${kind}:${offer_id}`,
  transfer_lookup_key: true,
});

/** What a price sells, in the provider's own words. */
const metadataOf = ({ kind, offer_id, unit_cents, credits, tier, ...plan }: Sale): Stripe.MetadataParam => ({
  kind,
  offer: offer_id,
  cents: unit_cents,
  credits,
  ...(tier === null
    ? {}
    : {
        tier,
        is_annual: String(plan.is_annual),
        has_rollover: String(plan.has_rollover),
        concurrency: plan.concurrency ?? 0,
      }),
});

async function makePrice({ stripe }: StripeAt, sale: Sale, productId: string | null): Promise<Price> {
  const metadata = metadataOf(sale);
  const key = createHash('sha256')
    .update(JSON.stringify([productId, metadata]))
    .digest('hex');
  const { lookup_key } = lookup(sale);
  const { data } = await stripe.prices.list({ lookup_keys: [lookup_key], active: true });
  const found = data.find((price) => isPriceOf(price, sale, metadata));
  const price =
    found ??
    (await stripe.prices.create(
      {
        currency: 'usd',
        unit_amount: sale.unit_cents,
        tax_behavior: 'exclusive',
        product: productId ?? (await makeProduct(stripe, sale, key)),
        ...(sale.is_annual === null ? {} : { recurring: { interval: sale.is_annual ? 'year' : 'month' } }),
        ...lookup(sale),
        metadata,
      },
      { idempotencyKey: `price:${key}` },
    ));
  const product_id = typeof price.product === 'string' ? price.product : price.product.id;
  return { ...sale, price_id: price.id, product_id, retired_at: null };
}

function isPriceOf(price: Stripe.Price, { unit_cents }: Sale, metadata: Stripe.MetadataParam): boolean {
  return (
    price.unit_amount === unit_cents &&
    price.currency === 'usd' &&
    Object.entries(metadata).every(([name, value]) => price.metadata[name] === String(value))
  );
}

async function makeProduct(stripe: Stripe, { name, kind, offer_id }: Sale, key: string): Promise<string> {
  const { id } = await stripe.products.create(
    { name, metadata: { kind, offer: offer_id } },
    { idempotencyKey: `product:${key}` },
  );
  return id;
}
