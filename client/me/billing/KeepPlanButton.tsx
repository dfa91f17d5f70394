import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Me } from '#shared/me/contract.ts';
import { CHANGE } from '#shared/billing/texts-change.ts';
import { PAYPAL } from '#shared/billing/texts.ts';
import { billingQuery } from '../../billing/area-api.ts';
import { sendKeep } from '../../billing/change/api.ts';
import { useLeaving } from '../../billing/portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../../billing/return/trip.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFocusHandover } from '../../ui/button/use-focus-handover.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** Takes a planned downgrade back (docs/product/plan-changes.md#downgrade). */
export function KeepPlanButton({ me }: { readonly me: Me }) {
  const queryClient = useQueryClient();
  const key = useRef('');
  const [leaving, leave] = useLeaving();
  const button = useFocusHandover();
  const keep = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendKeep(key.current);
    },
    onSuccess: (url) => {
      key.current = '';
      if (url !== null) {
        const billing = queryClient.getQueryData(billingQuery.queryKey) ?? null;
        storeTrip({ kind: 'change', personId: me.id, before: snapshotOf(me, billing) });
        return leave(url);
      }
      toast(CHANGE.kept, 'success');
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
    onSettled: () => queryClient.refetchQueries(billingQuery),
  });
  const busy = keep.isPending || leaving;
  return (
    <Button
      ref={button}
      kind="plain"
      onClick={busy ? undefined : () => keep.mutate()}
      aria-disabled={busy || undefined}
    >
      {leaving ? PAYPAL.busy : busy ? CHANGE.keepBusy : CHANGE.keep}
    </Button>
  );
}
