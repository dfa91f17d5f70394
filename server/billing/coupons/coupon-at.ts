import type { Stripe } from 'stripe';
import { couponState, type CouponState } from '#shared/billing/coupons/rules-coupons.ts';

/** An answer that an operator waits for. */
export const WAIT = { timeout: 8000, maxNetworkRetries: 0 } as const;

/** A coupon as the provider has it. */
export interface ShownCoupon {
  readonly id: string;
  readonly code: string;
  readonly name: string | null;
  readonly state: CouponState;
  readonly percent: number | null;
  readonly cents: number | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly months: number | null;
  /** Products; null: all. */
  readonly products: readonly string[] | null;
  readonly redeemed: number;
  readonly max_redemptions: number | null;
  readonly expires_at: Temporal.Instant | null;
  readonly made_at: Temporal.Instant;
  readonly first_only: boolean;
  readonly for_one: boolean;
  readonly minimum_cents: number | null;
}

const DURATIONS = ['once', 'repeating', 'forever'] as const;

/** A promotion code with its coupon within; null where that is gone for good, or of a kind that we do not know. */
export function toCoupon(promotion: Stripe.PromotionCode, now: Temporal.Instant): ShownCoupon | null {
  const { id, code, active, customer, max_redemptions, times_redeemed: redeemed, restrictions } = promotion;
  const { coupon } = promotion.promotion;
  if (coupon === null || typeof coupon === 'string' || 'deleted' in coupon) return null;
  const duration = DURATIONS.find((known) => known === coupon.duration);
  if (duration === undefined) return null;
  const expires_at = instantOf(promotion.expires_at);
  // The coupon may have limits of its own, beside those of its code.
  const isValid = coupon.valid || redeemed === max_redemptions;
  return {
    id,
    code,
    name: coupon.name,
    state: couponState({ active: active && isValid, expires_at, redeemed, max_redemptions }, now),
    percent: coupon.percent_off,
    cents: coupon.currency === 'usd' ? coupon.amount_off : null,
    duration,
    months: coupon.duration_in_months,
    // Without a choice of products Stripe leaves it out, or answers null.
    products: (coupon.applies_to as Stripe.Coupon.AppliesTo | null | undefined)?.products ?? null,
    redeemed,
    max_redemptions,
    expires_at,
    made_at: Temporal.Instant.fromEpochMilliseconds(promotion.created * 1000),
    first_only: restrictions.first_time_transaction,
    for_one: customer !== null,
    minimum_cents: restrictions.minimum_amount,
  };
}

const instantOf = (seconds: number | null): Temporal.Instant | null =>
  seconds === null ? null : Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
