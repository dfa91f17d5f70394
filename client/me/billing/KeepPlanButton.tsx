import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CHANGE } from '#shared/billing/texts-change.ts';
import { billingQuery } from '../../billing/area-api.ts';
import { sendKeep } from '../../billing/change/api.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useFocusHandover } from '../../ui/button/use-focus-handover.ts';
import { toast } from '../../ui/overlay/toast.ts';

/** Takes a planned downgrade back (docs/product/plan-changes.md#downgrade). */
export function KeepPlanButton() {
  const queryClient = useQueryClient();
  const key = useRef('');
  const button = useFocusHandover();
  const keep = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendKeep(key.current);
    },
    onSuccess: () => {
      key.current = '';
      toast(CHANGE.kept, 'success');
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
    onSettled: () => queryClient.refetchQueries(billingQuery),
  });
  const busy = keep.isPending;
  return (
    <Button
      ref={button}
      kind="plain"
      onClick={busy ? undefined : () => keep.mutate()}
      aria-disabled={busy || undefined}
    >
      {busy ? CHANGE.keepBusy : CHANGE.keep}
    </Button>
  );
}
