import { toBasisPoints, toPercent } from '../../lib/money.ts';
import type { FieldError } from '../../lib/problem.ts';
import { COUPON } from './texts-coupons.ts';

/** A new coupon: how much it takes off, for how long, of what, and who may use it how often. */
export interface NewCoupon {
  readonly code: string;
  /** One of the two. */
  readonly percent: number | null;
  readonly cents: number | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  /** Of a membership; only with `repeating`. */
  readonly months: number | null;
  /** Plans and bundles by their ids; none: all. */
  readonly offers: readonly string[];
  readonly max_redemptions: number | null;
  /** The last day on which it can be used. */
  readonly last_day: string | null;
  /** Only for who has never paid. */
  readonly first_only: boolean;
}

/** A code as the provider compares it. */
export const couponCode = (typed: string): string => typed.trim().toUpperCase();

const CODE = /^[A-Z0-9-]{3,40}$/;
/** Months ahead of the last day that can be chosen. */
const MONTHS_AHEAD = 60;

/** What is wrong with a new coupon, by field (docs/product/operator.md#coupons). `today`: where it is made. */
export function couponErrors(coupon: NewCoupon, today: Temporal.PlainDate): FieldError[] {
  const { percent, cents, duration, months, last_day } = coupon;
  const errors: FieldError[] = [];
  const say = (field: keyof NewCoupon, message: string) => errors.push({ field, message });
  if (!CODE.test(couponCode(coupon.code))) say('code', COUPON.badCode);
  if ((percent === null) === (cents === null)) say('percent', COUPON.oneAmount);
  else if (percent !== null && !isPercent(percent)) say('percent', COUPON.badPercent);
  else if (cents !== null && cents < 1) say('cents', COUPON.badAmount);
  if ((duration === 'repeating') !== (months !== null)) say('months', COUPON.badMonths);
  if (last_day !== null) {
    const day = Temporal.PlainDate.from(last_day);
    const isIn =
      Temporal.PlainDate.compare(day, today) >= 0 &&
      Temporal.PlainDate.compare(day, today.add({ months: MONTHS_AHEAD })) < 0;
    if (!isIn) say('last_day', COUPON.badDay);
  }
  return errors;
}

const isPercent = (percent: number): boolean =>
  percent > 0 && percent <= 100 && toPercent(toBasisPoints(percent)) === percent;

export const COUPON_STATES = ['open', 'used-up', 'expired', 'ended'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

interface Standing {
  /** At the provider: it was not ended. */
  readonly active: boolean;
  readonly expires_at: Temporal.Instant | null;
  readonly redeemed: number;
  readonly max_redemptions: number | null;
}

/** Whether a coupon can be used now, and why not. */
export function couponState(coupon: Standing, now: Temporal.Instant): CouponState {
  const { active, expires_at, redeemed, max_redemptions: max } = coupon;
  if (max !== null && redeemed >= max) return 'used-up';
  if (expires_at !== null && Temporal.Instant.compare(expires_at, now) <= 0) return 'expired';
  return active ? 'open' : 'ended';
}
