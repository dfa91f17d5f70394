import type { Breakdown } from '#shared/billing/contract-buying.ts';
import { taxLines } from '#shared/billing/rules-vat.ts';
import { toPercent } from '#shared/lib/money.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Price } from '../prices/queries-prices.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { findCoupon, type FoundCoupon } from '../stripe/coupons.ts';
import { customerOf } from '../stripe/queries-stripe.ts';
import { vatRate } from '../vat.ts';
import type { Place } from './place.ts';
import { hasPaid } from './queries-buying.ts';

/** The coupon of a purchase; null without one. Top-ups take none. */
export async function couponFor(
  ctx: SignedInCtx,
  at: StripeAt,
  price: Price,
  code: string | null | undefined,
): Promise<Result<FoundCoupon | null, 'coupon_invalid' | 'provider_unavailable'>> {
  const typed = code?.trim() ?? '';
  if (typed === '') return ok(null);
  if (price.kind === 'top-up') return fail('coupon_invalid');
  const { db, actor, now } = ctx;
  const customer_id = (await customerOf(db, at.mode, actor.id)) ?? null;
  const has_paid = await hasPaid(db, actor.id);
  const { product_id, unit_cents } = price;
  const found = await askStripe(ctx, () =>
    findCoupon(at, { code: typed, product_id, unit_cents, customer_id, has_paid, now }),
  );
  if (!found.ok) return found;
  return found.value === null ? fail('coupon_invalid') : found;
}

/** What a purchase costs, as the provider will charge it (docs/product/invoices.md#vat). */
export async function breakdownOf(
  ctx: Pick<SignedInCtx, 'db'>,
  {
    price,
    quantity,
    place,
    coupon,
  }: {
    readonly price: Price;
    readonly quantity: number;
    readonly place: Place;
    readonly coupon: FoundCoupon | null;
  },
): Promise<Breakdown> {
  const { basis_points, reverse_charge } = await vatRate(ctx, place);
  const gross = price.unit_cents * quantity;
  const sums = taxLines([gross], basis_points, coupon?.discount ?? null);
  const discount =
    coupon === null || sums.discount_cents === 0
      ? []
      : [{ label: coupon.label, cents: -sums.discount_cents }];
  return {
    currency: 'usd',
    lines: [{ label: lineLabel(price, quantity), cents: gross }, ...discount],
    net_cents: sums.net_cents,
    vat_percent: toPercent(basis_points),
    vat_cents: sums.vat_cents,
    total_cents: sums.total_cents,
    reverse_charge,
  };
}

export function lineLabel({ kind, name, credits }: Price, quantity: number): string {
  if (kind !== 'top-up') return name;
  const total = credits * quantity;
  return total === 1 ? '1 credit' : `${total} credits`;
}
