import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { PAYPAL } from '#shared/billing/texts.ts';
import { meQuery } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { withoutReturn } from './payment-return.ts';
import { checkPaypal, readPaypalReturn } from './paypal-return.ts';

/** Outside of the frame: says that nothing was approved at PayPal, and clears the address (docs/product/buying.md#payment-return). */
export function useBrokenOff(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [back] = useState(() => readPaypalReturn(location.search));
  const clear = useEffectEvent(() => {
    void navigate({ href: withoutReturn(location), replace: true, resetScroll: false });
  });
  useEffect(() => {
    if (back === null) return;
    let isGone = false;
    clear();
    const check = async () => {
      const outcome = await checkPaypal(back);
      if (isGone) return;
      if (outcome !== 'done') return toast(PAYPAL.brokenOff);
      // It was approved, in another window perhaps: the router leads on.
      await queryClient.refetchQueries(meQuery);
      await router.invalidate();
    };
    void check();
    return () => {
      isGone = true;
    };
  }, [back, queryClient, router]);
}
