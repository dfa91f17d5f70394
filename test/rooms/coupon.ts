import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type { makeCoupon } from '#shared/operator/content/contract-coupons.ts';

/** 25 % off the first invoice, of anything and for everybody; without its code. */
export const A_COUPON: Omit<ArgsOf<typeof makeCoupon>['body'], 'code'> = {
  percent: 25,
  cents: null,
  duration: 'once',
  months: null,
  offers: [],
  max_redemptions: null,
  last_day: null,
  first_only: false,
};
