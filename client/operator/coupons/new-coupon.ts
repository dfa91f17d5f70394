import { couponErrors } from '#shared/billing/coupons/rules-coupons.ts';
import { COUPON } from '#shared/billing/coupons/texts-coupons.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import type { makeCoupon } from '#shared/operator/content/calls-content.ts';
import type { ArgsOf } from '../../lib/api.ts';
import { typedCents } from '../person/payment-text.ts';

type NewCoupon = ArgsOf<typeof makeCoupon>['body'];

/** A new coupon as it is typed. */
export interface CouponForm {
  readonly code: string;
  readonly kind: 'percent' | 'dollars';
  readonly amount: string;
  readonly duration: NewCoupon['duration'];
  readonly months: string;
  readonly offers: readonly string[];
  readonly max: string;
  readonly last_day: string;
  /** What limits it; empty: not ticked. */
  readonly first: readonly string[];
}

export const FIRST_ONLY = 'first';

export const EMPTY_COUPON: CouponForm = {
  code: '',
  kind: 'percent',
  amount: '',
  duration: 'once',
  months: '',
  offers: [],
  max: '',
  last_day: '',
  first: [],
};

const numberOf = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.trim().replace(/%$/, ''));

/** What the call takes; what is no number is NaN. */
export function toNewCoupon(typed: CouponForm): NewCoupon {
  const { code, kind, amount, duration, months, offers, max, last_day, first } = typed;
  return {
    code: code.trim(),
    percent: kind === 'percent' ? numberOf(amount) : null,
    cents: kind === 'dollars' ? (typedCents(amount) ?? Number.NaN) : null,
    duration,
    months: duration === 'repeating' ? numberOf(months) : null,
    offers: [...offers],
    max_redemptions: max.trim() === '' ? null : numberOf(max),
    last_day: last_day === '' ? null : last_day,
    first_only: first.includes(FIRST_ONLY),
  };
}

/** The fields of the form by those of the call. */
export const FORM_FIELDS: Readonly<Record<string, keyof CouponForm>> = {
  code: 'code',
  percent: 'amount',
  cents: 'amount',
  months: 'months',
  offers: 'offers',
  max_redemptions: 'max',
  last_day: 'last_day',
};

const isCount = (number: number | null): boolean =>
  number === null || (Number.isInteger(number) && number > 0);

/** What is wrong before it is sent, by the call's fields. */
export function couponFormErrors(typed: CouponForm, today: Temporal.PlainDate): FieldError[] {
  const coupon = toNewCoupon(typed);
  const errors = couponErrors(coupon, today);
  if (coupon.cents !== null && !isCount(coupon.cents))
    errors.push({ field: 'cents', message: COUPON.badAmount });
  if (!isCount(coupon.months)) errors.push({ field: 'months', message: COUPON.badMonths });
  if (!isCount(coupon.max_redemptions)) errors.push({ field: 'max_redemptions', message: COUPON.badCount });
  return errors;
}
