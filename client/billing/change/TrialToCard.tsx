import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { PAYPAL_METHOD } from '#shared/billing/texts.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { billingQuery, paymentConfigQuery } from '../area-api.ts';
import { CardForm } from '../card/CardForm.tsx';
import { CardSkeleton } from '../card/CardSkeleton.tsx';
import type { CardHandle } from '../card/card-handle.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import classes from './ChangePlan.module.css';

interface TrialToCardProps {
  readonly priceId: string;
  /** Until when the trial goes on, and what becomes of PayPal. */
  readonly note: string;
  readonly onClose: () => void;
}

/** A trial by PayPal that a card pays once it ends: the card is typed here. */
export function TrialToCard({ priceId, note, onClose }: TrialToCardProps) {
  const { data: config } = useQuery(paymentConfigQuery);
  const card = useRef<CardHandle>(null);
  const { send, busy, problem } = useTrialToCard(priceId, card, onClose);
  const access = config?.stripe ?? null;
  return (
    <Modal title={PAYPAL_METHOD.moveTitle.stripe} onClose={onClose}>
      <div className={classes.change}>
        <p>{note}</p>
        {access !== null && (
          <Suspense fallback={<CardSkeleton />}>
            <CardForm ref={card} access={access} disabled={busy} />
          </Suspense>
        )}
        {problem !== null && (
          <Notice tone="danger" alert>
            {problem}
          </Notice>
        )}
        <div className={classes.actions}>
          <Button onClick={busy ? undefined : send} aria-disabled={busy || undefined}>
            {busy ? PAYPAL_METHOD.cardBusy : PAYPAL_METHOD.takeCard}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {PAYPAL_METHOD.notNow}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function useTrialToCard(
  priceId: string,
  card: { readonly current: CardHandle | null },
  onDone: () => void,
): { readonly send: () => void; readonly busy: boolean; readonly problem: string | null } {
  const { billing_address: address } = useMe();
  const queryClient = useQueryClient();
  const { pay, clear } = useCardPayment();
  const move = useMutation({
    mutationFn: async (): Promise<boolean> => {
      const fields = card.current;
      if (fields === null) return false;
      const { country, zipcode } = address;
      const order = { priceId, country: country ?? '', zipcode, coupon: '', withoutTrial: false };
      return (await pay(order, fields)) !== null;
    },
    onSuccess: async (isAccepted) => {
      if (!isAccepted) return;
      clear();
      await Promise.allSettled([
        queryClient.refetchQueries(meQuery),
        queryClient.refetchQueries(billingQuery),
      ]);
      toast(PAYPAL_METHOD.cardUsed, 'success');
      onDone();
    },
    onError: (error) => {
      if (!isRefusal(error)) return;
      clear();
      if (error.problem.code === 'card_declined') card.current?.showError(error.problem.detail);
    },
  });
  const { error } = move;
  const isShown = isRefusal(error) && error.problem.code === 'card_declined';
  return {
    send: () => move.mutate(),
    busy: move.isPending,
    problem: error === null || isShown ? null : errorMessage(error),
  };
}
