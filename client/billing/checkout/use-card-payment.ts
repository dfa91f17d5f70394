import { useRef } from 'react';
import { createSubscription } from '#shared/billing/calls.ts';
import { call, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import type { CardHandle } from '../card/card-handle.ts';

/** A membership that a card typed here pays. */
interface CardOrder {
  /** The provider's. */
  readonly priceId: string;
  readonly country: string;
  /** Empty where the country has none. */
  readonly zipcode: string;
  /** Empty for none. */
  readonly coupon: string;
  /** Agrees to pay today, where the trial has been used. */
  readonly withoutTrial: boolean;
  /** Over a membership by PayPal: what its dialog has promised. */
  readonly change?: NonNullable<ArgsOf<typeof createSubscription>['body']['change']>;
}

interface Attempt {
  readonly what: string;
  readonly key: string;
  paymentMethodId: string | null;
  /** The purchase waits for the card's bank; another card is tried for the same purchase. */
  unconfirmed: { readonly secret: string; readonly subscriptionId: string } | null;
}

/** Pays with a typed card. The same order is the same purchase, however often it is sent, until it is cleared. */
export function useCardPayment() {
  const attempt = useRef<Attempt | null>(null);

  const attemptFor = (order: object): Attempt => {
    const what = JSON.stringify(order);
    if (attempt.current?.what !== what)
      attempt.current = { what, key: newKey(), paymentMethodId: null, unconfirmed: null };
    return attempt.current;
  };

  const pay = async (order: CardOrder, fields: CardHandle): Promise<string | null> => {
    const { priceId, country, zipcode, coupon, withoutTrial, change } = order;
    const current = attemptFor(order);
    if (current.paymentMethodId === null) {
      const made = await fields.confirm({ country, zipcode });
      if ('error' in made) return null;
      current.paymentMethodId = made.paymentMethodId;
    }
    const { paymentMethodId } = current;
    if (current.unconfirmed === null) {
      const body = {
        paymentMethodId,
        priceId,
        couponId: coupon === '' ? null : coupon,
        country,
        ...(zipcode && { zipcode }),
        ...(withoutTrial && { withoutTrial }),
        ...(change && { change }),
      };
      const bought = await call(createSubscription, { body }, { idempotencyKey: current.key });
      if (bought.client_secret === undefined) return bought.subscription_id;
      current.unconfirmed = { secret: bought.client_secret, subscriptionId: bought.subscription_id };
    }
    const { secret, subscriptionId } = current.unconfirmed;
    const failure = await fields.authenticate(secret, paymentMethodId);
    if (failure === null) return subscriptionId;
    current.paymentMethodId = null;
    fields.showError(failure);
    return null;
  };

  return {
    keyFor: (order: object): string => attemptFor(order).key,
    /** The subscription's id; null while something is wrong that the card's fields show. */
    pay,
    clear: () => {
      attempt.current = null;
    },
  };
}
