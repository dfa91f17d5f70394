import type { Stripe } from 'stripe';
import type { Discount } from '#shared/billing/rules-vat.ts';
import { toBasisPoints } from '#shared/lib/money.ts';
import type { StripeAt } from './ask-stripe.ts';

/** A coupon that can be redeemed now. */
export interface FoundCoupon {
  readonly promotion_code: string;
  readonly discount: Discount;
  readonly label: string;
  /** false: it ends after the first period, or after some months. */
  readonly is_forever: boolean;
}

interface CouponUse {
  readonly code: string;
  readonly product_id: string;
  readonly unit_cents: number;
  /** null: not a customer there yet. */
  readonly customer_id: string | null;
  /** Whether the person has paid here before. */
  readonly has_paid: boolean;
  readonly now: Temporal.Instant;
}

/** Looks a code up at the provider; null when it cannot be used for this (docs/product/buying.md#coupons). */
export async function findCoupon({ stripe }: StripeAt, use: CouponUse): Promise<FoundCoupon | null> {
  const { data } = await stripe.promotionCodes.list({ code: use.code, active: true, limit: 10 });
  for (const promotion of data) {
    const couponId = idOf(promotion.promotion.coupon);
    if (couponId === null || !isOpenTo(promotion, use)) continue;
    const coupon = await stripe.coupons.retrieve(couponId, { expand: ['applies_to'] });
    const discount = coupon.valid ? discountOf(coupon, use.product_id) : null;
    if (discount !== null)
      return {
        promotion_code: promotion.id,
        discount,
        label: coupon.name ?? promotion.code,
        is_forever: coupon.duration === 'forever',
      };
  }
  return null;
}

const idOf = (reference: string | { readonly id: string } | null): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** What a promotion code itself demands. The provider judges its date once more, by the customer's clock. */
function isOpenTo(
  { active, customer, expires_at, restrictions, max_redemptions, times_redeemed }: Stripe.PromotionCode,
  { customer_id, has_paid, unit_cents, now }: CouponUse,
): boolean {
  const owner = idOf(customer);
  return (
    active &&
    (expires_at === null || now.epochMilliseconds < expires_at * 1000) &&
    (owner === null || owner === customer_id) &&
    (max_redemptions === null || times_redeemed < max_redemptions) &&
    !(restrictions.first_time_transaction && has_paid) &&
    (restrictions.minimum_amount ?? 0) <= unit_cents
  );
}

function discountOf(
  { percent_off: percent, amount_off: cents, currency, applies_to }: Stripe.Coupon,
  productId: string,
): Discount | null {
  // Without a choice of products Stripe leaves it out, or answers null.
  const products = (applies_to as Stripe.Coupon.AppliesTo | null | undefined)?.products;
  if (products !== undefined && !products.includes(productId)) return null;
  if (percent !== null) return { basis_points: toBasisPoints(percent) };
  return cents !== null && currency === 'usd' ? { cents } : null;
}
