import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { type Membership } from '../service.ts';
import { askStripe, type StripeAt } from '../stripe/ask-stripe.ts';
import { buyingCustomer } from '../stripe/customers.ts';
import { ensureTaxRate } from '../stripe/tax-rates.ts';
import { vatRate } from '../vat.ts';
import { offerToBuy, type OfferKey } from './offer-to-buy.ts';
import { keepPlace } from './place.ts';
import { couponFor } from './price-up.ts';
import type { Purchase } from './request-of.ts';
import { trialDays } from './trial.ts';

export interface Chosen {
  readonly key: OfferKey;
  readonly quantity?: number;
  readonly coupon?: string | null | undefined;
  readonly country?: string | undefined;
  readonly zipcode?: string | undefined;
}

export interface Prepared extends Purchase {
  readonly country: string;
  /** As typed. */
  readonly coupon: string | null;
}

export type Unprepared = 'not_found' | 'needs_country' | 'coupon_invalid' | 'provider_unavailable';

/** Everything that a request to buy names: price, country and tax, coupon, trial and the customer. */
export async function prepare(
  ctx: SignedInCtx,
  at: StripeAt,
  { cohort }: Membership,
  { key, quantity = 1, coupon: code, country, zipcode }: Chosen,
): Promise<Result<Prepared, Unprepared>> {
  const { actor } = ctx;
  const price = await offerToBuy(ctx, at, cohort, key);
  if (price === null) return fail('not_found');
  const place = await keepPlace(ctx, { country, zipcode });
  if (!place.ok) return place;
  const coupon = await couponFor(ctx, at, price, code);
  if (!coupon.ok) return coupon;
  const { basis_points, reverse_charge } = await vatRate(ctx, place.value);
  const there = await askStripe(ctx, async () => {
    return {
      // The studio's setting or the country may have changed since.
      customer: await buyingCustomer(ctx, at, actor.id, reverse_charge),
      taxRate: await ensureTaxRate(ctx, at, { country: place.value.country, basis_points }),
    };
  });
  if (!there.ok) return there;
  return ok({
    ...there.value,
    personId: actor.id,
    price,
    quantity,
    promotionCode: coupon.value?.promotion_code ?? null,
    trialDays: await trialDays(ctx, actor.id, price),
    country: place.value.country,
    coupon: coupon.value === null ? null : (code?.trim() ?? null),
  });
}
