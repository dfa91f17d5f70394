import { salesOf, sellsSame } from '#shared/billing/rules-prices.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Mode } from '#shared/billing/rules-provider.ts';
import { catalogue } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { allPrices, currentPrices } from '../prices/queries-prices.ts';
import { askStripe, nullIfMissing, stripeAt } from '../stripe/ask-stripe.ts';
import { toCoupon, WAIT, type ShownCoupon } from './coupon-at.ts';

/** Coupons of one page. */
const PAGE = 50;

/** A plan or bundle that a coupon can be for. */
export interface CouponOffer {
  readonly id: string;
  readonly name: string;
  readonly product: string;
}

export interface CouponPage {
  readonly mode: Mode;
  /** `offers`: names of what it is for; null: all. */
  readonly coupons: readonly (ShownCoupon & { readonly offers: readonly string[] | null })[];
  /** For the next page; null: there is none. */
  readonly next: string | null;
  readonly offers: readonly CouponOffer[];
}

/** What is sold today and takes coupons, in the catalogue's order: all but credits on demand (docs/product/buying.md#coupons). */
export async function couponOffers(ctx: Pick<Ctx, 'db'>, mode: Mode): Promise<CouponOffer[]> {
  const sold = await currentPrices(ctx.db, mode);
  return salesOf(await catalogue(ctx)).flatMap((sale) => {
    const price = sold.find((one) => sellsSame(one, sale));
    if (price === undefined || sale.kind === 'top-up') return [];
    return { id: sale.offer_id, name: sale.name, product: price.product_id };
  });
}

/** A page of the card provider's coupons, newest first; `not_found`: `after` is no coupon (docs/product/operator.md#coupons). */
export async function listCoupons(
  ctx: Pick<Ctx, 'db' | 'now' | 'log' | 'payments'>,
  after: string | undefined,
): Promise<Result<CouponPage, 'payments_not_configured' | 'provider_unavailable' | 'not_found'>> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const asked = await askStripe(ctx, () =>
    nullIfMissing(
      at.stripe.promotionCodes.list(
        {
          limit: PAGE,
          expand: ['data.promotion.coupon.applies_to'],
          ...(after !== undefined && { starting_after: after }),
        },
        WAIT,
      ),
    ),
  );
  if (!asked.ok) return asked;
  if (asked.value === null) return fail('not_found');
  const { data, has_more } = asked.value;
  const names = new Map((await allPrices(ctx.db, at.mode)).map(({ product_id, name }) => [product_id, name]));
  return ok({
    mode: at.mode,
    coupons: data.flatMap((promotion) => {
      const coupon = toCoupon(promotion, ctx.now);
      if (coupon === null) return [];
      return { ...coupon, offers: coupon.products?.map((product) => names.get(product) ?? product) ?? null };
    }),
    next: has_more ? (data.at(-1)?.id ?? null) : null,
    offers: await couponOffers(ctx, at.mode),
  });
}
