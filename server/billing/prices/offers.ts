import type * as contract from '#shared/content/contract-documents.ts';
import type { Bundle, Plan } from '#shared/content/contract-documents.ts';
import type { Catalogue } from '#shared/content/contract-store.ts';
import { DEFAULT_CONCURRENCY } from '#shared/billing/rules.ts';
import { bundleSale, planSale, sellsSame, type Sale } from '#shared/billing/rules-prices.ts';
import { linkedOffers, offersOf, pickOffers } from '#shared/content/rules-offers.ts';
import type { Endpoint, InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { toDollars } from '#shared/lib/money.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { catalogue, limitations, offeredCatalogue } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { providersOf } from './plan-prices.ts';
import * as queries from './queries-prices.ts';
import { sellingAt } from './selling-at.ts';

type Output<E extends Endpoint> = Promise<Result<ResponseOf<E>, never>>;

/** A catalogue with the prices that sell it here. */
interface Offered extends Omit<Catalogue, 'plans' | 'bundles'> {
  readonly plans: readonly Plan[];
  readonly bundles: readonly Bundle[];
}

/** The price that sells an offer as it is now; null before the prices are synchronized. */
const priceOf = (prices: readonly queries.Price[], sale: Sale): string | null =>
  prices.find((price) => sellsSame(price, sale))?.price_id ?? null;

/** Puts the providers' prices to a catalogue (docs/product/billing.md#prices). */
async function priced(ctx: Ctx, all: Catalogue): Promise<Offered> {
  const here = await sellingAt(ctx);
  const idsOf = (sale: Sale) => {
    const [stripe, paypal] = [priceOf(here.stripe, sale), priceOf(here.paypal, sale)];
    return { stripe, paypal, own: here.own === 'paypal' ? paypal : stripe };
  };
  return {
    ...all,
    plans: all.plans.map((plan): Plan => {
      const { stripe, paypal, own } = idsOf(planSale(plan));
      return {
        ...plan,
        concurrency: plan.concurrency ?? DEFAULT_CONCURRENCY,
        stripeProdPriceId: stripe,
        paypalProdPriceId: paypal,
        priceId: own,
      };
    }),
    bundles: all.bundles.map((bundle): Bundle => {
      const { stripe, own } = idsOf(bundleSale(bundle));
      return { ...bundle, stripeProdPriceId: stripe, priceId: own };
    }),
  };
}

/** Offers by cohort, and the limitations (docs/product/content.md#offers). */
export async function getPricing(ctx: Ctx): Output<typeof contract.getPricing> {
  const pricing = await priced(ctx, await offeredCatalogue(ctx));
  return ok({
    public: offersOf(pricing, 'public'),
    cancelled: offersOf(pricing, 'cancelled'),
    ondemand: offersOf(pricing, 'ondemand'),
    legacy: offersOf(pricing, 'legacy'),
    member: offersOf(pricing, 'member'),
    ondemandLimitations: await limitations(ctx),
  });
}

/** Bundles and external offers of a country's region, else those of the public. */
export async function getPricingCatalogue(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingCatalogue>,
): Output<typeof contract.getPricingCatalogue> {
  const { bundles, orchestras, cohorts, regions } = await priced(ctx, await offeredCatalogue(ctx));
  const { country } = query;
  const region = country && regions.find(({ countries }) => countries.includes(country));
  const chosen = region || cohorts.public;
  return ok({
    bundles: pickOffers(bundles, chosen.bundles),
    orchestras: pickOffers(linkedOffers(orchestras), chosen.orchestras),
  });
}

/** All plans, or the one that a provider's price sells, also a price of before. */
export async function getPricingPlans(
  ctx: Ctx,
  { query }: InputOf<typeof contract.getPricingPlans>,
): Output<typeof contract.getPricingPlans> {
  const { stripeProdPriceId_eq: stripe, paypalProdPriceId_eq: paypal } = query;
  const { plans } = await priced(ctx, await catalogue(ctx));
  const asked = stripe ?? paypal;
  const before = asked === undefined ? [] : await soldBefore(ctx, plans, asked);
  return ok({
    plans: [...plans, ...before].filter(
      (plan) =>
        (stripe === undefined || plan.stripeProdPriceId === stripe) &&
        (paypal === undefined || plan.paypalProdPriceId === paypal),
    ),
  });
}

/** The plan of a price that is no longer sold, as it was sold; nobody can buy it. */
async function soldBefore(ctx: Ctx, plans: readonly Plan[], priceId: string): Promise<Plan[]> {
  const isSold = plans.some((plan) => [plan.stripeProdPriceId, plan.paypalProdPriceId].includes(priceId));
  if (isSold) return [];
  for (const { provider, mode } of providersOf(ctx)) {
    const price = await queries.priceById(ctx.db, mode, priceId, provider);
    const plan = plans.find(({ id }) => id === price?.offer_id);
    if (price?.kind !== 'plan' || plan === undefined) continue;
    return [
      {
        ...plan,
        name: price.name,
        title: price.name,
        price: toDollars(price.unit_cents),
        old_price: null,
        credits: price.credits,
        tier: price.tier ?? plan.tier,
        isAnnual: price.is_annual ?? plan.isAnnual,
        has_rollover: price.has_rollover ?? plan.has_rollover,
        concurrency: price.concurrency ?? DEFAULT_CONCURRENCY,
        stripeProdPriceId: provider === 'stripe' ? price.price_id : null,
        paypalProdPriceId: provider === 'paypal' ? price.price_id : null,
        priceId: null,
      },
    ];
  }
  return [];
}
