import type Stripe from 'stripe';
import { invalid } from '../http/errors.ts';
import { addIntervals } from '../../lib/money/periods.ts';
import { idOf } from '../store/reference.ts';
import { equals, type Work } from '../store/work.ts';

/** A coupon as it lowers an invoice. */
export interface AppliedDiscount {
  readonly id: string;
  readonly coupon: Stripe.Coupon;
  /** Only lines of these products; null: all. */
  readonly products: readonly string[] | null;
}

export interface DiscountInput {
  readonly coupon?: string | undefined;
  readonly promotion_code?: string | undefined;
  readonly discount?: string | undefined;
}

/** The coupon of a parameter, and the promotion code that named it; refuses what may not be redeemed. */
export async function redeemable(
  work: Work,
  input: DiscountInput,
  customer: string | null,
  at: number,
  param: string,
): Promise<{ coupon: Stripe.Coupon; code: Stripe.PromotionCode | null }> {
  if (input.promotion_code !== undefined) {
    const code = await work.get('promotion_code', input.promotion_code, `${param}[promotion_code]`);
    const spent = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions;
    const late = code.expires_at !== null && code.expires_at <= at;
    const foreign = idOf(code.customer) !== null && idOf(code.customer) !== customer;
    if (!code.active || spent || late || foreign) {
      throw invalid(
        'This promotion code cannot be redeemed because it is not active, has expired, was used up, or belongs to another customer.',
        `${param}[promotion_code]`,
        'coupon_expired',
      );
    }
    const coupon = await work.get('coupon', idOf(code.promotion.coupon) ?? '', param);
    requireValid(coupon, at, param);
    await requireFirst(work, code, customer, param);
    return { coupon, code };
  }
  if (input.coupon === undefined) throw invalid(`You must pass a coupon or promotion_code.`, param);
  const coupon = await work.get('coupon', input.coupon, `${param}[coupon]`);
  requireValid(coupon, at, param);
  return { coupon, code: null };
}

function requireValid(coupon: Stripe.Coupon, at: number, param: string): void {
  const spent = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions;
  const late = coupon.redeem_by !== null && coupon.redeem_by <= at;
  if (spent || late) throw invalid(`Coupon expired: ${coupon.id}`, `${param}[coupon]`, 'coupon_expired');
}

async function requireFirst(
  work: Work,
  code: Stripe.PromotionCode,
  customer: string | null,
  param: string,
): Promise<void> {
  if (!code.restrictions.first_time_transaction || customer === null) return;
  const paid = await work.select('charge', [equals('customer', customer), equals('status', 'succeeded')]);
  if (paid.length === 0) return;
  throw invalid(
    'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    `${param}[promotion_code]`,
  );
}

function count(coupon: Stripe.Coupon | null, code: Stripe.PromotionCode | null): void {
  if (coupon !== null) {
    coupon.times_redeemed += 1;
    coupon.valid = coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions;
  }
  if (code !== null) code.times_redeemed += 1;
}

/** Counts the coupons of a checkout that made no invoice. */
export async function redeem(
  work: Work,
  discounts: readonly Stripe.Checkout.Session.Discount[],
): Promise<void> {
  for (const discount of discounts) {
    const code = await work.find('promotion_code', idOf(discount.promotion_code) ?? '');
    const coupon = idOf(code?.promotion.coupon) ?? idOf(discount.coupon);
    count(await work.find('coupon', coupon ?? ''), code);
  }
}

/** Redeems a coupon for a subscription or an invoice. */
export function addDiscount(
  work: Work,
  { coupon, code }: { coupon: Stripe.Coupon; code: Stripe.PromotionCode | null },
  holder: { customer: string | null; subscription?: string; checkout?: string; clock: string | null },
  at: number,
): Stripe.Discount {
  count(coupon, code);
  const months = coupon.duration === 'repeating' ? coupon.duration_in_months : null;
  const discount: Stripe.Discount = {
    id: work.id('discount'),
    object: 'discount',
    checkout_session: holder.checkout ?? null,
    customer: holder.customer,
    customer_account: null,
    end: months === null ? null : addIntervals(at, { interval: 'month', interval_count: months }, 1),
    invoice: null,
    invoice_item: null,
    promotion_code: code?.id ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: at,
    subscription: holder.subscription ?? null,
    subscription_item: null,
  };
  return work.add(discount, { clock: holder.clock });
}

/** The discounts of ids that still count at an instant. */
export async function applied(
  work: Work,
  ids: readonly (string | { id: string })[],
  at: number,
): Promise<AppliedDiscount[]> {
  const found: AppliedDiscount[] = [];
  for (const reference of ids) {
    const discount = await work.get('discount', idOf(reference));
    if (discount.end !== null && discount.end <= at) continue;
    const coupon = (await work.any(idOf(discount.source.coupon) ?? ''))?.data as Stripe.Coupon | undefined;
    if (coupon !== undefined) found.push(asApplied(work, discount.id, coupon));
  }
  return found;
}

/** A coupon as it would lower an invoice. */
export const asApplied = (work: Work, id: string, coupon: Stripe.Coupon): AppliedDiscount => ({
  id,
  coupon,
  products: work.hidden(coupon).products ?? null,
});
