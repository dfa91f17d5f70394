import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import type { CardHandle } from '../card/card-handle.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { previewQuery, type Preview } from './api.ts';
import { useFinish } from './use-finish.ts';

/** Moves a membership by PayPal to a card that is typed here, at the price of the preview. */
export function useMoveToCard(priceId: string, card: RefObject<CardHandle | null>) {
  const { billing_address: address } = useMe();
  const queryClient = useQueryClient();
  const { pay, clear } = useCardPayment();
  const finish = useFinish();
  const move = useMutation({
    mutationFn: async (preview: Preview): Promise<boolean> => {
      const fields = card.current;
      if (fields === null) return false;
      const { at, due_today_cents, balance_cents } = preview;
      const change = { at, due_today_cents, balance_cents };
      const { zipcode } = address;
      const order = {
        priceId,
        country: address.country ?? '',
        zipcode,
        coupon: '',
        withoutTrial: false,
        change,
      };
      return (await pay(order, fields)) !== null;
    },
    onSuccess: async (isPaid, preview) => {
      if (!isPaid) return;
      clear();
      await finish(preview);
    },
    onError: async (error) => {
      if (!isRefusal(error)) return;
      clear();
      if (error.problem.code === 'card_declined') card.current?.showError(error.problem.detail);
      else await queryClient.refetchQueries(previewQuery(priceId));
    },
  });
  const { error } = move;
  const isShown = isRefusal(error) && error.problem.code === 'card_declined';
  return {
    send: (preview: Preview) => move.mutate(preview),
    busy: move.isPending,
    problem: error === null || isShown ? null : errorMessage(error),
  };
}
