import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { createSubscription } from '#shared/billing/calls.ts';
import { call, isRefusal, ProblemError } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import type { CardHandle } from '../card/card-handle.ts';
import { useLeaving } from '../portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { sendHosted, type Order } from './order.ts';

interface Attempt {
  readonly what: string;
  readonly key: string;
  paymentMethodId: string | null;
  /** The purchase waits for the card's bank; another card is tried for the same purchase. */
  unconfirmed: { readonly secret: string; readonly subscriptionId: string } | null;
}

/**
 * Buys with the card typed here, or on a page of the provider where there is no card form. One purchase for each press:
 * a second press while it runs does nothing, one after a lost response repeats the same call.
 */
export function usePurchase(card: RefObject<CardHandle | null>) {
  const me = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const running = useRef(false);
  const attempt = useRef<Attempt | null>(null);
  const [paying, setPaying] = useState(false);
  const [leaving, leaveTo] = useLeaving();
  const [error, setError] = useState<unknown>(null);
  const [isTrialUsed, setTrialUsed] = useState(false);

  const attemptFor = (order: Order): Attempt => {
    const what = JSON.stringify(order);
    if (attempt.current?.what !== what)
      attempt.current = { what, key: newKey(), paymentMethodId: null, unconfirmed: null };
    return attempt.current;
  };

  const leave = async (order: Order): Promise<void> => {
    const url = await sendHosted(order, attemptFor(order).key);
    attempt.current = null;
    leaveTo(url);
  };

  /** The subscription's id; null while something is wrong that the card's fields show. */
  const payByCard = async (order: Order, fields: CardHandle): Promise<string | null> => {
    const { priceId, country, zipcode, coupon, withoutTrial } = order;
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
        priceId: priceId ?? '',
        couponId: coupon === '' ? null : coupon,
        country,
        ...(zipcode && { zipcode }),
        ...(withoutTrial && { withoutTrial }),
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

  const payHere = async (order: Order, fields: CardHandle): Promise<void> => {
    const subscriptionId = await payByCard(order, fields);
    if (subscriptionId === null) return;
    attempt.current = null;
    await queryClient.refetchQueries(meQuery);
    await navigate({
      href: paths.thankYou({
        session_id: subscriptionId,
        product_price: String(order.offer.price),
        payment_provider: 'stripe',
        product_name: order.offer.title,
        product_type: 'memberships',
        credits: String(order.credits),
      }),
      replace: true,
    });
  };

  const explain = async (failure: unknown): Promise<void> => {
    if (isRefusal(failure)) attempt.current = null;
    const code = failure instanceof ProblemError ? failure.problem.code : null;
    if (code === 'card_declined' && failure instanceof ProblemError) {
      card.current?.showError(failure.problem.detail);
      return;
    }
    if (code === 'trial_used') setTrialUsed(true);
    setError(failure);
    if (code !== 'already_subscribed') return;
    // Another tab has bought it: the router leads on.
    await queryClient.refetchQueries(meQuery);
    await router.invalidate();
  };

  const buy = async (order: Order, isHosted: boolean): Promise<void> => {
    if (running.current || leaving) return;
    running.current = true;
    setPaying(true);
    setError(null);
    storeTrip({ kind: 'purchase', personId: me.id, before: snapshotOf(me) });
    try {
      const fields = card.current;
      if (isHosted) await leave(order);
      else if (fields !== null) await payHere(order, fields);
    } catch (failure) {
      await explain(failure);
    }
    running.current = false;
    setPaying(false);
  };

  return { buy, busy: paying || leaving, error, isTrialUsed };
}
