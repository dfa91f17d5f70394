import { fail, ok, type Result } from '#shared/lib/result.ts';
import { ifFree } from '../../db/if-free.ts';
import { LOCKS } from '../../db/locks.ts';
import { askStripe, nullIfMissing, stripeAt, type StripeAt } from '../stripe/ask-stripe.ts';
import { WAIT } from './coupon-at.ts';
import { lastStep } from './queries-coupons.ts';
import { recordCoupon, type CouponCtx } from './record.ts';

type Ended = Result<
  null,
  | 'payments_not_configured'
  | 'provider_unavailable'
  | 'outcome_open'
  | 'coupons_busy'
  | 'not_found'
  | 'ended_already'
>;

/**
 * Ends a coupon at the provider (docs/product/operator.md#coupons). `outcome_open`: no answer, so it may have ended; the
 * same call finds out. What it takes off where it was used before stays.
 */
export async function endCoupon(ctx: CouponCtx, id: string): Promise<Ended> {
  const at = stripeAt(ctx);
  if (at === null) return fail('payments_not_configured');
  return (await ifFree(ctx.db, LOCKS.coupons, () => endAlone(ctx, at, id))) ?? fail('coupons_busy');
}

async function endAlone(ctx: CouponCtx, { stripe }: StripeAt, id: string): Promise<Ended> {
  const found = await askStripe(ctx, () =>
    nullIfMissing(stripe.promotionCodes.retrieve(id, undefined, WAIT)),
  );
  if (!found.ok) return found;
  if (found.value === null) return fail('not_found');
  const { code, active } = found.value;
  const facts = { id };
  if (!active) {
    if ((await lastStep(ctx.db, code)) !== 'coupon.ending') return fail('ended_already');
    await recordCoupon(ctx, code, { what: 'coupon.ended', after: facts });
    return ok(null);
  }
  await recordCoupon(ctx, code, { what: 'coupon.ending', after: facts });
  const done = await askStripe(ctx, () => stripe.promotionCodes.update(id, { active: false }, WAIT));
  if (!done.ok) return fail('outcome_open');
  await recordCoupon(ctx, code, { what: 'coupon.ended', after: facts });
  return ok(null);
}
