import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { RETURN } from '#shared/billing/texts-area.ts';
import { readPaymentReturn } from '../../billing/return/payment-return.ts';
import { takeReturnPath } from '../../billing/return/return-path.ts';
import { setWaitingBooking } from '../../billing/top-up/waiting-booking.ts';
import { paths } from '../../lib/paths.ts';
import { toast } from '../../ui/overlay/toast.ts';
import type { Booking } from '../state/use-booking-value.ts';

type Waiting = Pick<Booking, 'slug' | 'step' | 'hold' | 'stage' | 'goTo' | 'prepareToLeave'>;

/**
 * Tells a top-up of the open booking, and after the payment opens the picker if the hold has run out meanwhile
 * (docs/product/buying.md#topping-up-for-a-held-time).
 */
export function useWaitingForCredits({ slug, step, hold, stage, goTo, prepareToLeave }: Waiting): void {
  const holdId = stage === 'live' ? hold.session?.id : undefined;
  const prepare = useEffectEvent(() => prepareToLeave());
  useEffect(
    () =>
      setWaitingBooking({
        holdId,
        returnTo: paths.booking(slug, { hold: holdId, step }),
        beforeLeaving: () => prepare(),
      }),
    [slug, step, holdId],
  );

  // Read once and not followed: a panel that leads elsewhere must not render again on its way.
  const router = useRouter();
  const [isBack, setBack] = useState(() => {
    const { location } = router.state;
    return takeReturnPath(location.pathname) || readPaymentReturn(location) !== null;
  });
  const isKnown = hold.stage !== 'loading' && hold.stage !== 'failed';
  if (isBack && isKnown && stage !== 'expired') setBack(false);
  const openPicker = useEffectEvent(() => {
    setBack(false);
    toast(RETURN.holdOver, 'danger');
    void goTo('time', { replace: true });
  });
  const hasRunOut = isBack && stage === 'expired';
  useEffect(() => {
    if (!hasRunOut) return;
    const timer = setTimeout(() => openPicker());
    return () => clearTimeout(timer);
  }, [hasRunOut]);
}
