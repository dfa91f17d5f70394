import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Me } from '#shared/me/contract.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { useLeaving } from '../portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';

/** One press that leads to PayPal: `begin` returns the address of its page (docs/product/buying.md#payment-return). */
export function usePaypalWay(me: Me, begin: (key: string) => Promise<string>) {
  const [leaving, leave] = useLeaving();
  const key = useRef('');
  const way = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return begin(key.current);
    },
    onSuccess: (url) => {
      key.current = '';
      storeTrip({ kind: 'purchase', personId: me.id, before: snapshotOf(me) });
      leave(url);
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
  });
  const busy = way.isPending || leaving;
  return { busy, go: () => !busy && way.mutate() };
}
