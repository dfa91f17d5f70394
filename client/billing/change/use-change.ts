import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { CHANGE } from '#shared/billing/texts-change.ts';
import { formatDay } from '#shared/lib/time.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { billingQuery } from '../area-api.ts';
import { previewQuery, sendChange, sendDowngrade, type Preview } from './api.ts';

/** Makes a change that was previewed; the bank may have to confirm it first. */
export function useChange(priceId: string) {
  const { timezone } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // For one preview: another one is another request.
  const key = useRef({ at: '', key: '' });
  const [secret, setSecret] = useState<string | null>(null);

  const finish = useCallback(
    async (preview: Preview) => {
      key.current.at = '';
      await Promise.allSettled([
        queryClient.refetchQueries(meQuery),
        queryClient.refetchQueries(billingQuery),
      ]);
      const isLater = preview.kind === 'downgrade';
      const day = formatDay(Temporal.Instant.from(preview.begins_at), timezone);
      const { name } = preview.to;
      toast(isLater ? CHANGE.planned(name, day) : CHANGE.done(name), 'success');
      // The return's address makes the shell wait for what is still on its way.
      const href = isLater ? '/profile#billing' : '/profile?session_id=true#billing';
      await navigate({ href, resetScroll: false, replace: true });
    },
    [queryClient, navigate, timezone],
  );
  const change = useMutation({
    mutationFn: async (preview: Preview) => {
      if (key.current.at !== preview.at) key.current = { at: preview.at, key: newKey() };
      if (preview.kind !== 'downgrade') return sendChange(priceId, preview, key.current.key);
      await sendDowngrade(priceId, key.current.key);
      return null;
    },
    onSuccess: (confirms, preview) => (confirms === null ? finish(preview) : setSecret(confirms)),
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
    busy: change.isPending || secret !== null,
    problem: error === null ? null : errorMessage(error),
    secret,
    onConfirmed,
  };
}
