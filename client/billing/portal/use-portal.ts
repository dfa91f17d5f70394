import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { billingQuery, sendPortal } from '../area-api.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { useLeaving } from './use-leaving.ts';

/** Opens the provider's page for the payment method, which leads back to this screen (docs/product/buying.md#payment-method). */
export function usePortal(): { readonly open: () => void; readonly busy: boolean } {
  const me = useMe();
  const queryClient = useQueryClient();
  const [leaving, leave] = useLeaving();
  const portal = useMutation({
    mutationFn: async () => {
      // What the card was before, so that the return can say what changed.
      const known = queryClient.ensureQueryData(billingQuery).catch(() => null);
      return Promise.all([sendPortal(globalThis.location.href), known]);
    },
    onSuccess: ([url, billing]) => {
      storeTrip({ kind: 'portal', personId: me.id, before: snapshotOf(me, billing) });
      leave(url);
    },
    onError: (error) => toast(errorMessage(error), 'danger'),
  });
  const busy = portal.isPending || leaving;
  return { busy, open: () => !busy && portal.mutate() };
}
