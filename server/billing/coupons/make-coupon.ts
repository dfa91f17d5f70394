import { createHash } from 'node:crypto';
import type { Stripe } from 'stripe';
import { couponCode, couponErrors, type NewCoupon } from '#shared/billing/coupons/rules-coupons.ts';
import { COUPON } from '#shared/billing/coupons/texts-coupons.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { dayOf } from '#shared/lib/time.ts';
import { ifFree } from '../../db/if-free.ts';
import { LOCKS } from '../../db/locks.ts';
import { askStripe, refusalOf, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { WAIT } from './coupon-at.ts';
import { couponOffers, type CouponOffer } from './list-coupons.ts';
import { lastStep } from './queries-coupons.ts';
import { recordCoupon, type CouponCtx } from './record.ts';

type Made = Result<
  { readonly id: string; readonly code: string },
  | 'payments_not_configured'
  | 'provider_unavailable'
  | 'outcome_open'
  | 'coupons_busy'
  | 'invalid'
  | 'code_taken'
  | 'refused'
>;

/**
 * Makes a coupon at the provider: what it takes off, and the code that names it (docs/product/operator.md#coupons).
 * `zone`: of its last day. `outcome_open`: no answer, so it may be made; the same call makes what is missing.
 */
export async function makeCoupon(ctx: CouponCtx, wanted: NewCoupon, zone: string): Promise<Made> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  const sold = await couponOffers(ctx, at.mode);
  const isUnknown = wanted.offers.some((id) => !sold.some((offer) => offer.id === id));
  const errors = couponErrors(wanted, dayOf(ctx.now, zone));
  if (isUnknown) errors.push({ field: 'offers', message: COUPON.noSuchOffer });
  if (errors.length > 0) return fail('invalid', { errors });
  const coupon = requestOf({ ...wanted, code: couponCode(wanted.code) }, sold, zone);
  return (
    (await ifFree(ctx.db, LOCKS.coupons, () => makeAlone(ctx, at, wanted, coupon))) ?? fail('coupons_busy')
  );
}

interface CouponRequest {
  readonly code: string;
  readonly coupon: Stripe.CouponCreateParams & { readonly id: string };
  readonly promotion: Stripe.PromotionCodeCreateParams;
}

/** What the provider is asked for. The coupon's id follows from what it takes off, so that a repeat makes no second one. */
function requestOf(wanted: NewCoupon, sold: readonly CouponOffer[], zone: string): CouponRequest {
  const { code, percent, cents, duration, months, offers, max_redemptions, last_day, first_only } = wanted;
  const products = sold.filter(({ id }) => offers.includes(id)).map(({ product }) => product);
  const off: Stripe.CouponCreateParams = {
    name: code,
    duration,
    ...(percent !== null && { percent_off: percent }),
    ...(cents !== null && { amount_off: cents, currency: 'usd' }),
    ...(months !== null && { duration_in_months: months }),
    ...(products.length > 0 && { applies_to: { products: products.toSorted() } }),
  };
  const id = `tb_${createHash('sha256').update(JSON.stringify(off)).digest('hex').slice(0, 24)}`;
  return {
    code,
    coupon: { ...off, id },
    promotion: {
      promotion: { type: 'coupon', coupon: id },
      code,
      ...(max_redemptions !== null && { max_redemptions }),
      ...(last_day !== null && { expires_at: endOf(last_day, zone) }),
      ...(first_only && { restrictions: { first_time_transaction: true } }),
    },
  };
}

/** The end of a day in a zone, in seconds. */
function endOf(day: string, zone: string): number {
  const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(zone).toInstant();
  return Temporal.Instant.fromEpochMilliseconds(0).until(end).total('seconds');
}

async function makeAlone(
  ctx: CouponCtx,
  { stripe }: StripeAt,
  wanted: NewCoupon,
  { code, coupon, promotion }: CouponRequest,
): Promise<Made> {
  const found = await askStripe(ctx, () =>
    stripe.promotionCodes.list({ code, active: true, limit: 1 }, WAIT),
  );
  if (!found.ok) return found;
  const [known] = found.value.data;
  const facts = Object.fromEntries(Object.entries({ ...wanted, code }).filter(([, value]) => value !== null));
  if (known !== undefined) {
    // Made by a call that got no answer; or by somebody else, before.
    const isOurs = known.promotion.coupon === coupon.id && (await lastStep(ctx.db, code)) === 'coupon.begun';
    if (!isOurs) return fail('code_taken');
    await recordCoupon(ctx, code, { what: 'coupon.made', after: { id: known.id } });
    return ok({ id: known.id, code });
  }
  await recordCoupon(ctx, code, { what: 'coupon.begun', after: facts });
  try {
    const made = await askStripe(ctx, async () => {
      await createOnce(stripe, coupon);
      return stripe.promotionCodes.create(promotion, WAIT);
    });
    if (!made.ok) return fail('outcome_open');
    await recordCoupon(ctx, code, { what: 'coupon.made', after: { id: made.value.id } });
    return ok({ id: made.value.id, code });
  } catch (error) {
    if (refusalOf(error) === null || !(error instanceof Error)) throw error;
    await recordCoupon(ctx, code, { what: 'coupon.refused' });
    return fail('refused', { detail: wordsOf(error) });
  }
}

/** Makes what is taken off, unless a call before has. */
async function createOnce(stripe: Stripe, coupon: CouponRequest['coupon']): Promise<void> {
  try {
    await stripe.coupons.create(coupon, WAIT);
  } catch (error) {
    if (refusalOf(error)?.code !== 'resource_already_exists') throw error;
  }
}

const wordsOf = (error: Error): string => {
  const words = error.cause instanceof Error ? error.cause.message : error.message;
  return `The payment provider refuses: ${words}`;
};
