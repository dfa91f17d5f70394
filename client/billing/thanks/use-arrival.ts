import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meQuery, useMe } from '../../lib/session.ts';
import { hasArrived } from '../return/payment-return.ts';
import { checkPaypal, isRefused, type PaypalReturn, type Refused } from '../return/paypal-return.ts';
import { TRIES } from '../return/poll.ts';
import { readTrip, snapshotOf } from '../return/trip.ts';

/** The provider's webhook usually takes a second or two (docs/product/buying.md#thank-you). */
const EVERY_MS = 1000;

/**
 * Whether a purchase has arrived; reads the person each second until it has, 20 times at most. What PayPal led back
 * from is checked there first; `refused`, `trial_used`: PayPal, or the studio, has ended it.
 */
export function useArrival(expected: boolean, paypal: PaypalReturn | null) {
  const me = useMe();
  const queryClient = useQueryClient();
  const [tries, setTries] = useState(0);
  const [before] = useState(() => readTrip(me.id)?.before ?? null);
  // Without a stored beginning only a first plan is waited for.
  const isThere = me.status !== 'signup' && (before === null || hasArrived(before, snapshotOf(me)));
  const [refused, setRefused] = useState<Refused | null>(null);
  const arrived = !expected || isThere;
  const waiting = !arrived && refused === null && tries < TRIES;
  const { kind, id } = paypal ?? { kind: null, id: '' };
  useEffect(() => {
    if (kind === null) return;
    let isGone = false;
    const check = async () => {
      const outcome = await checkPaypal({ kind, id });
      if (isGone) return;
      // An order is paid by the check, or not at all.
      if (isRefused(outcome)) setRefused(outcome);
      else if (outcome === 'open' && kind === 'order') setRefused('refused');
      // What was refused may have changed the person, too: a used trial ends their sign-up.
      await queryClient.refetchQueries(meQuery, { cancelRefetch: false });
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
    state: stateOf({ arrived, refused, waiting }),
    again: () => setTries(0),
  };
}

interface Standing {
  readonly arrived: boolean;
  readonly refused: Refused | null;
  readonly waiting: boolean;
}

/** Of an old address the purchase may have ended since: what arrived counts. A used trial changes the person, too. */
export function stateOf({ arrived, refused, waiting }: Standing) {
  if (refused === 'trial_used') return refused;
  if (arrived) return 'arrived';
  if (refused !== null) return refused;
  return waiting ? 'waiting' : 'late';
}
