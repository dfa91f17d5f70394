import {
  createPaypalSubscription,
  createSubscriptionCheckout,
  purchaseBundle,
  purchasePaypalBundle,
} from '#shared/billing/calls.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { call } from '../../lib/api.ts';
import type { ChosenOffer } from './chosen-offer.ts';

/** A purchase as its button sends it. */
export interface Order {
  readonly offer: ChosenOffer;
  readonly method: Provider;
  /** The provider's price of a plan. */
  readonly priceId: string | null;
  /** Credits that come with it now. */
  readonly credits: number;
  readonly country: string;
  /** Empty where the country has none. */
  readonly zipcode: string;
  /** Empty for none. */
  readonly coupon: string;
  /** Agrees to pay today, where the trial has been used. */
  readonly withoutTrial: boolean;
}

/** Begins a purchase that is paid or approved on a page of the provider; returns its address. */
export async function sendHosted(order: Order, idempotencyKey: string): Promise<string> {
  const { offer, method, country, zipcode, coupon } = order;
  const place = { country, ...(zipcode && { zipcode }) };
  const chosen = { ...place, ...(coupon && { coupon }) };
  const [bundle_id, priceId] = [offer.id, order.priceId ?? ''];
  const options = { idempotencyKey };
  const begin = () => {
    if (method === 'paypal')
      return offer.kind === 'bundle'
        ? call(purchasePaypalBundle, { body: { bundle_id, ...place } }, options)
        : call(createPaypalSubscription, { body: { priceId, ...place } }, options);
    return offer.kind === 'bundle'
      ? call(purchaseBundle, { body: { bundle_id, ...chosen } }, options)
      : call(createSubscriptionCheckout, { body: { priceId, ...chosen } }, options);
  };
  return (await begin()).url;
}
