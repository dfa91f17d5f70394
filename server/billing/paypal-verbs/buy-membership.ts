import { vatOf } from '#shared/billing/rules-vat.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import type { Replaced, Terms } from '../buying/begin-checkout.ts';
import type { Place } from '../buying/place.ts';
import { urlsOf } from '../buying/buy-hosted.ts';
import { runCheckout } from '../buying/run-checkout.ts';
import type { Price } from '../prices/queries-prices.ts';
import type { Membership } from '../service.ts';
import { vatRate } from '../vat.ts';
import type { PayPalAt } from '../paypal/ask-paypal.ts';
import { customIdOf } from '../paypal/objects.ts';
import { emailOf } from './queries-verbs.ts';
import { subscriptionRequest } from './requests.ts';
import { runApproval, type Approved } from './run-approval.ts';

/** An amount with the buyer's VAT, as PayPal is told to charge it once. */
export async function grossOf(
  ctx: Pick<SignedInCtx, 'db'>,
  place: Place,
  net_cents: number,
): Promise<Pick<Terms, 'net_cents' | 'vat_cents' | 'vat_basis_points' | 'reverse_charge'>> {
  const { basis_points, reverse_charge } = await vatRate(ctx, place);
  return {
    net_cents,
    vat_cents: vatOf(net_cents, basis_points),
    vat_basis_points: basis_points,
    reverse_charge,
  };
}

interface Bought {
  readonly price: Price;
  readonly membership: Pick<Membership, 'status'>;
  readonly country: string;
  readonly terms: Terms & { readonly cycles_from: Temporal.Instant };
  readonly replaces: Replaced | null;
  /** The page that the browser comes from. */
  readonly referer: string | undefined;
}

/** Begins a membership at PayPal and returns the page on which the person approves it (docs/product/paypal.md#buying). */
export async function buyMembership(ctx: SignedInCtx, at: PayPalAt, bought: Bought): Promise<Approved> {
  const { price, membership, country, terms, replaces, referer } = bought;
  const email = await emailOf(ctx.db, ctx.actor.id);
  const request = (id: string): object => {
    const of = { provider: 'paypal' as const, session: id, price, quantity: 1 };
    const { success_url, cancel_url } = urlsOf(ctx, membership, of, { referer, isNew: replaces === null });
    const wish = {
      plan_id: price.price_id,
      start_time: terms.cycles_from,
      setup_cents: terms.net_cents + terms.vat_cents,
      vat_basis_points: terms.vat_basis_points,
      custom_id: customIdOf(ctx.actor.id, id),
      email,
    };
    return subscriptionRequest(wish, { return_url: success_url, cancel_url });
  };
  const wish = {
    provider: 'paypal' as const,
    price,
    quantity: 1,
    coupon: null,
    country,
    way: 'hosted' as const,
    return_to: null,
    hold_id: null,
    replaces,
    terms,
    request,
  };
  return runCheckout(ctx, at, wish, runApproval(ctx, at));
}
