import { sellsSame, bundleSale, CREDIT_SALE, planSale, type Sale } from '#shared/billing/rules-prices.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import type { Cohort } from '#shared/catalogue/rules.ts';
import { offeredCatalogue } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Price } from '../prices/queries-prices.ts';
import * as prices from '../prices/queries-prices.ts';

/** By the price's id, the product's, or the offer's own. */
export type OfferKey =
  | { readonly price_id: string }
  | { readonly product_id: string }
  | { readonly kind: Sale['kind']; readonly offer_id: string };

/** Where a price is; Stripe's by default. */
export interface PriceAt {
  readonly provider?: Provider;
  readonly mode: Mode;
}

/** The price of what a cohort may buy, as it is offered now; null for anything else. */
export async function offerToBuy(
  ctx: Pick<Ctx, 'db' | 'flags'>,
  { provider = 'stripe', mode }: PriceAt,
  cohort: Cohort,
  key: OfferKey,
): Promise<Price | null> {
  const price = (await prices.currentPrices(ctx.db, mode, provider)).find((one) =>
    Object.entries(key).every(([name, value]) => one[name as keyof Price] === value),
  );
  if (price === undefined) return null;
  if (price.kind === 'top-up') return sellsSame(price, CREDIT_SALE) ? price : null;
  const { plans, bundles, cohorts, regions } = await offeredCatalogue(ctx);
  const offered = cohorts[cohort];
  const ids =
    price.kind === 'plan' ? offered.plans : [offered, ...regions].flatMap((region) => region.bundles);
  if (!ids.includes(price.offer_id)) return null;
  const sales = price.kind === 'plan' ? plans.map(planSale) : bundles.map(bundleSale);
  return sales.some((sale) => sellsSame(price, sale)) ? price : null;
}
