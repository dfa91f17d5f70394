import { salesOf, sellsSame, type Sale } from '#shared/billing/rules-prices.ts';
import type { Mode, Provider } from '#shared/billing/rules-provider.ts';
import { catalogue } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { paypalReach } from '../paypal/ask-paypal.ts';
import { stripeAt } from '../stripe/ask-stripe.ts';
import * as queries from './queries-prices.ts';

/** What has to change at a provider before it sells the catalogue. */
export interface PricePlan {
  readonly make: readonly Sale[];
  /** Old prices that are sold again. */
  readonly revive: readonly queries.KeptPrice[];
  readonly rename: readonly queries.KeptPrice[];
  readonly retire: readonly queries.KeptPrice[];
}

export interface ProviderMode {
  readonly provider: Provider;
  readonly mode: Mode;
}

/** The providers of this installation. */
export function providersOf(ctx: Pick<Ctx, 'payments'>): readonly ProviderMode[] {
  const [stripe, paypal] = [stripeAt(ctx), paypalReach(ctx)];
  return [
    ...(stripe === null ? [] : [{ provider: 'stripe', mode: stripe.mode } as const]),
    ...(paypal === null ? [] : [{ provider: 'paypal', mode: paypal.mode } as const]),
  ];
}

/** Compares the catalogue with the prices at a provider, without asking it (docs/product/billing.md#prices). */
export async function planAt(ctx: Pick<Ctx, 'db'>, { provider, mode }: ProviderMode): Promise<PricePlan> {
  const sales = salesOf(await catalogue(ctx));
  const prices = await queries.allPrices(ctx.db, mode, provider);
  const sold = prices.filter(({ retired_at }) => retired_at === null);
  const missing = sales.filter((sale) => !sold.some((price) => sellsSame(price, sale)));
  const known = missing.map((sale) => ({ sale, price: prices.findLast((old) => sellsSame(old, sale)) }));
  return {
    make: known.flatMap(({ sale, price }) => (price === undefined ? [sale] : [])),
    revive: known.flatMap(({ sale, price }) => (price === undefined ? [] : [{ ...price, name: sale.name }])),
    rename: sold.flatMap((price) => {
      const sale = sales.find((one) => sellsSame(price, one));
      return sale === undefined || sale.name === price.name ? [] : [{ ...price, name: sale.name }];
    }),
    retire: sold.filter((price) => !sales.some((sale) => sellsSame(price, sale))),
  };
}
