import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState, type RefObject } from 'react';
import { isRefusal, ProblemError } from '../../lib/api.ts';
import type { ModalParams } from '../../lib/modal-search.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import type { CardHandle } from '../card/card-handle.ts';
import { useLeaving } from '../portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { sendHosted, type Order } from './order.ts';
import { useCardPayment } from './use-card-payment.ts';

/**
 * Buys with the card typed here, or on a page of the provider where there is no card form. One purchase for each press:
 * a second press while it runs does nothing, one after a lost response repeats the same call.
 */
export function usePurchase(card: RefObject<CardHandle | null>) {
  const me = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const { session: files }: ModalParams = useSearch({ strict: false });
  const running = useRef(false);
  const { keyFor, pay, clear } = useCardPayment();
  const [paying, setPaying] = useState(false);
  const [leaving, leaveTo] = useLeaving();
  const [error, setError] = useState<unknown>(null);
  const [isTrialUsed, setTrialUsed] = useState(false);

  const leave = async (order: Order): Promise<void> => {
    const url = await sendHosted(order, keyFor(order));
    clear();
    leaveTo(url);
  };

  const payHere = async (order: Order, fields: CardHandle): Promise<void> => {
    const subscriptionId = await pay({ ...order, priceId: order.priceId ?? '' }, fields);
    if (subscriptionId === null) return;
    clear();
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
    if (isRefusal(failure)) clear();
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
    storeTrip({ kind: 'purchase', personId: me.id, before: snapshotOf(me), files });
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
