import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../lib/session.ts';
import { hasArrived } from '../return/payment-return.ts';
import { TRIES } from '../return/poll.ts';
import { readTrip, snapshotOf } from '../return/trip.ts';

/** The provider's webhook usually takes a second or two (docs/product/buying.md#thank-you). */
const EVERY_MS = 1000;

/** Whether a purchase has arrived; reads the person each second until it has, 20 times at most. */
export function useArrival(expected: boolean) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [tries, setTries] = useState(0);
  const [before] = useState(() => readTrip(me.id)?.before ?? null);
  // Without a stored beginning only a first plan is waited for.
  const isThere = me.status !== 'signup' && (before === null || hasArrived(before, snapshotOf(me)));
  const arrived = !expected || isThere;
  const waiting = !arrived && tries < TRIES;
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
