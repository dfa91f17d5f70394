import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { startPaypalSubscription } from '#shared/billing/calls.ts';
import type { Me } from '#shared/me/contract.ts';
import { PAYPAL } from '#shared/billing/texts.ts';
import { AREA } from '#shared/billing/texts-area.ts';
import { paymentConfigQuery, sendStart, type Billing } from '../../billing/area-api.ts';
import { BankConfirmation } from '../../billing/card/BankConfirmation.tsx';
import { usePaypalWay } from '../../billing/method/use-paypal-way.ts';
import { snapshotOf, storeTrip } from '../../billing/return/trip.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { amountText } from './plan-facts.ts';

interface StartButtonProps {
  readonly me: Me;
  readonly billing: Billing;
}

/** Ends the trial and pays now; a trial without a card chooses a plan first. */
export function StartButton({ me, billing: { plan, can_buy } }: StartButtonProps) {
  const { currentPrice, paymentsProvider } = me.subscription;
  if (!can_buy) return null;
  if ((plan?.trial_ends_at ?? null) === null)
    return (
      <ButtonLink to="." hash search={(search) => ({ ...search, modal: 'plans' })} resetScroll={false}>
        {AREA.startNow}
      </ButtonLink>
    );
  const amount = plan?.next?.amount ?? null;
  const text = amount === null ? null : amountText(amount);
  return paymentsProvider === 'paypal' && currentPrice !== null ? (
    <PaypalStart me={me} priceId={currentPrice} amount={text} />
  ) : (
    <CardStart me={me} amount={text} />
  );
}

interface StartProps {
  readonly me: Me;
  /** What the first period costs; null: not known. */
  readonly amount: string | null;
}

interface PaypalStartProps extends StartProps {
  readonly priceId: string;
}

/** The first period is approved at PayPal; until it is paid the trial goes on. */
function PaypalStart({ me, priceId, amount }: PaypalStartProps) {
  const [asking, setAsking] = useState(false);
  const { busy, go } = usePaypalWay(me, async (key) => {
    const { url } = await call(startPaypalSubscription, { body: { priceId } }, { idempotencyKey: key });
    return url;
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>{AREA.startNow}</Button>
      <ConfirmDialog
        opened={asking}
        title={AREA.startTitle}
        confirm={busy ? PAYPAL.busy : PAYPAL.goOn}
        cancel={AREA.startCancel}
        onConfirm={() => void go()}
        onCancel={() => setAsking(false)}
      >
        {PAYPAL.startBody(amount)}
      </ConfirmDialog>
    </>
  );
}

/** The card that was given for the trial pays. */
function CardStart({ me, amount }: StartProps) {
  const [asking, setAsking] = useState(false);
  const { send, isPending, bank } = useStart(me, () => setAsking(false));
  return (
    <>
      <Button onClick={() => setAsking(true)}>{AREA.startNow}</Button>
      <ConfirmDialog
        opened={asking}
        title={AREA.startTitle}
        confirm={isPending ? AREA.startBusy : AREA.startConfirm}
        cancel={AREA.startCancel}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      >
        {AREA.startBody(amount)}
      </ConfirmDialog>
      {bank}
    </>
  );
}

/** Sends the start, and has the bank confirm the payment where it asks for it. */
function useStart(me: Me, onSettled: () => void) {
  const navigate = useNavigate();
  // As it was: the payment may be known before the start is answered.
  const [before] = useState(() => snapshotOf(me));
  const personId = me.id;
  const { data: config } = useQuery(paymentConfigQuery);
  const key = useRef('');
  const [secret, setSecret] = useState<string | null>(null);
  const finish = useCallback(() => {
    key.current = '';
    storeTrip({ kind: 'change', personId, before });
    // The return's address makes the shell wait for what was paid.
    void navigate({ href: '/profile#billing&session_id=true', resetScroll: false });
  }, [navigate, personId, before]);
  const onConfirmed = useCallback(
    (failure: string | null) => {
      key.current = '';
      setSecret(null);
      if (failure === null) finish();
      else toast(failure, 'danger');
    },
    [finish],
  );
  const start = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendStart(key.current);
    },
    onSuccess: (confirms) => (confirms === null ? finish() : setSecret(confirms)),
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
    onSettled,
  });
  const access = config?.stripe ?? null;
  return {
    send: async () => {
      await start.mutateAsync().catch(() => undefined);
    },
    isPending: start.isPending,
    bank:
      secret !== null && access !== null ? (
        <BankConfirmation access={access} clientSecret={secret} onDone={onConfirmed} />
      ) : null,
  };
}
