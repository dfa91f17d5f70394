import { lazy, Suspense, useState } from 'react';
import { createPaypalSubscription } from '#shared/billing/calls.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { PAYPAL, PAYPAL_METHOD } from '#shared/billing/texts.ts';
import type { Me } from '#shared/me/contract.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { usePaypalWay } from '../method/use-paypal-way.ts';

const TrialToCard = lazy(async () => ({ default: (await import('./TrialToCard.tsx')).TrialToCard }));

interface MoveTrialProps {
  readonly me: Me;
  readonly to: Provider;
  /** Of the running plan, at the other provider. */
  readonly priceId: string;
  /** Until when the trial goes on, and what is paid then. */
  readonly note: string;
}

/** Has the other provider bill the plan once the trial ends (docs/product/plan-changes.md#moving-a-trial). */
export function MoveTrial({ me, to, priceId, note }: MoveTrialProps) {
  const [asking, setAsking] = useState(false);
  const { busy, go } = usePaypalWay(me, async (key) => {
    const { url } = await call(createPaypalSubscription, { body: { priceId } }, { idempotencyKey: key });
    return url;
  });
  const text = `${note} ${PAYPAL_METHOD.trialEnds[to]}`;
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {PAYPAL_METHOD.move[to]}
      </Button>
      {to === 'paypal' ? (
        <ConfirmDialog
          opened={asking}
          title={PAYPAL_METHOD.moveTitle.paypal}
          confirm={busy ? PAYPAL.busy : PAYPAL.goOn}
          cancel={PAYPAL_METHOD.notNow}
          onConfirm={() => void go()}
          onCancel={() => setAsking(false)}
        >
          {text}
        </ConfirmDialog>
      ) : (
        asking && (
          <Suspense>
            <TrialToCard priceId={priceId} note={text} onClose={() => setAsking(false)} />
          </Suspense>
        )
      )}
    </>
  );
}
