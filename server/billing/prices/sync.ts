import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { salesOf, sellsSame, type Sale } from '#shared/billing/rules-prices.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { catalogue } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import * as queries from './queries-prices.ts';

type SyncCtx = Pick<Ctx, 'db' | 'now' | 'log' | 'payments'>;

/** What has to change at the provider before it sells the catalogue. */
export interface PricePlan {
  readonly make: readonly Sale[];
  /** Old prices that are sold again. */
  readonly revive: readonly queries.Price[];
  readonly rename: readonly queries.Price[];
  readonly retire: readonly queries.Price[];
}

/** Compares the catalogue with the prices at the provider, without asking it (docs/product/billing.md#prices). */
export async function planPrices(ctx: SyncCtx): Promise<Result<PricePlan, 'payments_not_configured'>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const sales = salesOf(await catalogue(ctx));
  const prices = await queries.allPrices(ctx.db, at.mode);
  const sold = prices.filter(({ retired_at }) => retired_at === null);
  const missing = sales.filter((sale) => !sold.some((price) => sellsSame(price, sale)));
  const known = missing.map((sale) => ({ sale, price: prices.findLast((old) => sellsSame(old, sale)) }));
  return ok({
    make: known.flatMap(({ sale, price }) => (price === undefined ? [sale] : [])),
    revive: known.flatMap(({ sale, price }) => (price === undefined ? [] : [{ ...price, name: sale.name }])),
    rename: sold.flatMap((price) => {
      const sale = sales.find((one) => sellsSame(price, one));
      return sale === undefined || sale.name === price.name ? [] : [{ ...price, name: sale.name }];
    }),
    retire: sold.filter((price) => !sales.some((sale) => sellsSame(price, sale))),
  });
}

/** Makes prices at the provider for all that the catalogue sells, and returns what it changed. Safe to repeat. */
export async function syncPrices(ctx: SyncCtx): Promise<Result<PricePlan, 'payments_not_configured'>> {
  const at = stripeAt(ctx);
  const planned = await planPrices(ctx);
  if (at === null || !planned.ok) return fail('payments_not_configured');
  const { make, revive, rename, retire } = planned.value;
  if (make.length + revive.length + rename.length + retire.length === 0) return planned;
  const known = await queries.allPrices(ctx.db, at.mode);
  const made: queries.Price[] = [];
  for (const sale of make) {
    const before = known.findLast(({ kind, offer_id }) => kind === sale.kind && offer_id === sale.offer_id);
    made.push(await makePrice(at, sale, before?.product_id ?? null));
  }
  for (const { price_id, ...sale } of revive)
    await at.stripe.prices.update(price_id, { active: true, ...lookup(sale) });
  for (const { product_id, name } of [...rename, ...revive])
    await at.stripe.products.update(product_id, { name });
  await transaction(ctx, async (tx) => {
    await queries.retirePrices(
      tx,
      at.mode,
      retire.map(({ price_id }) => price_id),
      ctx.now,
    );
    for (const price of [...made, ...revive, ...rename]) await queries.putPrice(tx, at.mode, price, ctx.now);
    return ok(null);
  });
  // Whoever has a membership by an old price keeps it; nobody can buy by it any more.
  for (const { price_id } of retire) await at.stripe.prices.update(price_id, { active: false });
  return planned;
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

async function makePrice({ stripe }: StripeAt, sale: Sale, productId: string | null): Promise<queries.Price> {
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
