import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../lib/session.ts';
import { hasArrived } from '../return/payment-return.ts';
import { checkPaypal, type PaypalReturn } from '../return/paypal-return.ts';
import { TRIES } from '../return/poll.ts';
import { readTrip, snapshotOf } from '../return/trip.ts';

/** The provider's webhook usually takes a second or two (docs/product/buying.md#thank-you). */
const EVERY_MS = 1000;

/**
 * Whether a purchase has arrived; reads the person each second until it has, 20 times at most. What PayPal led back
 * from is checked there first; `refused`: PayPal has ended it.
 */
export function useArrival(expected: boolean, paypal: PaypalReturn | null) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [tries, setTries] = useState(0);
  const [before] = useState(() => readTrip(me.id)?.before ?? null);
  // Without a stored beginning only a first plan is waited for.
  const isThere = me.status !== 'signup' && (before === null || hasArrived(before, snapshotOf(me)));
  const [isRefused, setRefused] = useState(false);
  const arrived = !expected || isThere;
  const waiting = !arrived && !isRefused && tries < TRIES;
  const { kind, id } = paypal ?? { kind: null, id: '' };
  useEffect(() => {
    if (kind === null) return;
    let isGone = false;
    const check = async () => {
      const outcome = await checkPaypal({ kind, id });
      if (isGone) return;
      // An order is paid by the check, or not at all.
      if (outcome === 'refused' || (outcome === 'open' && kind === 'order')) setRefused(true);
      else await queryClient.refetchQueries(meQuery, { cancelRefetch: false });
    };
    void check();
    return () => {
      isGone = true;
    };
  }, [kind, id, queryClient]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      setTries((now) => now + 1);
      queryClient.refetchQueries(meQuery, { cancelRefetch: false }).catch(() => undefined);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [waiting, queryClient]);
  return {
    state: stateOf({ arrived, isRefused, waiting }),
    again: () => setTries(0),
  };
}

function stateOf({
  arrived,
  isRefused,
  waiting,
}: Readonly<Record<'arrived' | 'isRefused' | 'waiting', boolean>>) {
  if (arrived) return 'arrived';
  if (isRefused) return 'refused';
  return waiting ? 'waiting' : 'late';
}
