import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { RETURN } from '#shared/billing/texts-area.ts';
import { PAYPAL } from '#shared/billing/texts.ts';
import { trackEvent } from '../../lib/analytics.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMe } from '../../lib/session.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { purchaseOf } from '../thanks/purchase.ts';
import { awaitInvoice, followPayment } from './follow-payment.ts';
import { withoutReturn } from './payment-return.ts';
import { checkPaypal, isRefused } from './paypal-return.ts';
import classes from './PaymentReturn.module.css';
import { clearTrip, readTrip, snapshotOf } from './trip.ts';
import type { PaymentReturnState } from './use-payment-return.ts';

/** What a purchase changes beside the person. */
const CHANGED = ['billing', 'statement', 'holds'];

interface PaymentReturnProps extends Pick<PaymentReturnState, 'values' | 'paypal'> {
  readonly onEnd: () => void;
}

/** Waits for what was paid for and says what came (docs/product/buying.md#payment-return). */
export function PaymentReturn({ values, paypal, onEnd }: PaymentReturnProps) {
  const me = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const [trip] = useState(() => readTrip(me.id));
  const [before] = useState(trip?.before ?? snapshotOf(me));
  const [isLate, setLate] = useState(false);
  const isSaid = trip?.isSaid === true;
  const isBrokenOff = values === null && paypal !== null;
  const kind = values === null && !isBrokenOff ? 'portal' : 'purchase';

  const arrive = useEffectEvent(() => {
    clearTrip();
    if (kind === 'portal') return;
    if (values?.['purchase'] !== undefined) reportPurchase(values);
    void navigate({ href: withoutReturn(location), replace: true, resetScroll: false });
  });
  const end = useEffectEvent((message: string | null, type?: 'danger') => {
    if (message !== null) toast(message, type);
    for (const name of CHANGED) void queryClient.invalidateQueries({ queryKey: [name] });
    if (kind === 'purchase') void awaitInvoice(queryClient);
    onEnd();
  });

  useEffect(() => arrive(), []);
  useEffect(() => {
    if (isLate) return;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      const checked = paypal === null ? 'unknown' : await checkPaypal(paypal);
      if (signal.aborted) return;
      // An order is paid by the check, or not at all.
      const isUnpaid = checked === 'open' && paypal?.kind === 'order' && !isBrokenOff;
      if (isRefused(checked) || isUnpaid)
        return end(checked === 'trial_used' ? PAYPAL.trialUsed : PAYPAL.notDone, 'danger');
      const outcome = await followPayment({ queryClient, kind, before, once: isBrokenOff, signal });
      if (signal.aborted) return;
      if (outcome.kind === 'late') setLate(true);
      else if (isSaid) end(null);
      else end(outcome.message ?? (isBrokenOff ? PAYPAL.brokenOff : null));
    };
    void follow();
    return () => controller.abort();
  }, [isLate, queryClient, kind, before, paypal, isBrokenOff, isSaid]);

  if (kind === 'portal' || isBrokenOff) return null;
  return (
    <Banner tone="waiting" label="Payment">
      <output>{isLate ? RETURN.late : trip?.kind === 'change' ? RETURN.updating : RETURN.waiting}</output>
      {isLate && (
        <span className={classes.actions}>
          <button type="button" className={classes.button} onClick={() => setLate(false)}>
            {RETURN.again}
          </button>
          <button type="button" className={classes.button} onClick={onEnd}>
            {RETURN.close}
          </button>
        </span>
      )}
    </Banner>
  );
}

/** Tells analytics of a purchase. Its address is cleared at once, so a reload does not tell it again. */
function reportPurchase(values: Readonly<Record<string, string>>): void {
  const { session_id: id, ...rest } = values;
  const session_id = id === undefined || id === 'true' ? newKey() : id;
  const purchase = purchaseOf({ ...rest, session_id });
  if (purchase !== null) trackEvent({ event: 'purchase', ecommerce: purchase });
}
