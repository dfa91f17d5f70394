import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { billingQuery } from '../area-api.ts';
import { useLeaving } from '../portal/use-leaving.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { previewQuery, sendChange, type Preview } from './api.ts';
import { useFinish } from './use-finish.ts';

/** Makes a change that was previewed; the bank may have to confirm it first, and at PayPal the person approves it. */
export function useChange(priceId: string) {
  const me = useMe();
  const queryClient = useQueryClient();
  // For one preview: another one is another request.
  const key = useRef({ at: '', key: '' });
  const [secret, setSecret] = useState<string | null>(null);
  const [leaving, leave] = useLeaving();
  const end = useFinish();

  const finish = useCallback(
    async (preview: Preview) => {
      key.current.at = '';
      await end(preview);
    },
    [end],
  );
  const change = useMutation({
    mutationFn: async (preview: Preview) => {
      if (key.current.at !== preview.at) key.current = { at: preview.at, key: newKey() };
      return sendChange(priceId, preview, key.current.key);
    },
    onSuccess: (asked, preview) => {
      if (asked === null) return finish(preview);
      if ('secret' in asked) return setSecret(asked.secret);
      const billing = queryClient.getQueryData(billingQuery.queryKey) ?? null;
      storeTrip({ kind: 'change', personId: me.id, before: snapshotOf(me, billing) });
      leave(asked.url);
    },
    onError: async (error, preview) => {
      if (isRefusal(error)) key.current.at = '';
      // An earlier press has made it, and its answer was lost.
      if (isRefusal(error) && error.problem.code === 'same_plan') return finish(preview);
      // What is shown is no longer what would be billed.
      await queryClient.refetchQueries(previewQuery(priceId));
    },
  });
  const onConfirmed = useCallback(
    (failure: string | null) => {
      key.current.at = '';
      setSecret(null);
      if (failure !== null) toast(failure, 'danger');
      else if (change.variables !== undefined) void finish(change.variables);
    },
    [finish, change.variables],
  );
  const { error } = change;
  return {
    send: (preview: Preview) => change.mutate(preview),
    busy: change.isPending || secret !== null || leaving,
    problem: error === null ? null : errorMessage(error),
    secret,
    onConfirmed,
  };
}
