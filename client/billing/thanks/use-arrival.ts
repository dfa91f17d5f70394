import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../lib/session.ts';
import { hasArrived } from './before-purchase.ts';

/** The provider's webhook usually takes a second or two (docs/product/billing.md#thank-you). */
const EVERY_MS = 1000;
const MAX_TRIES = 20;

/** Whether a purchase has arrived; reads the person each second until it has, 20 times at most. */
export function useArrival(expected: boolean) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [tries, setTries] = useState(0);
  const arrived = !expected || hasArrived(me, () => sessionStorage);
  const waiting = !arrived && tries < MAX_TRIES;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      setTries((now) => now + 1);
      queryClient.refetchQueries(meQuery, { cancelRefetch: false }).catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [waiting, queryClient]);
  return {
    state: arrived ? ('arrived' as const) : waiting ? ('waiting' as const) : ('late' as const),
    again: () => setTries(0),
  };
}
