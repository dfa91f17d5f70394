import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { CHANGE } from '#shared/billing/texts-change.ts';
import { formatDay } from '#shared/lib/time.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { billingQuery } from '../area-api.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { isAtPeriodEnd, type Preview } from './api.ts';

/** Ends a change that is done: reads what is new, says it, and opens the billing area. */
export function useFinish() {
  const me = useMe();
  const { id: personId, timezone } = me;
  // As it was: the change may be known before it is answered.
  const [before] = useState(() => snapshotOf(me));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async (preview: Preview) => {
      await Promise.allSettled([
        queryClient.refetchQueries(meQuery),
        queryClient.refetchQueries(billingQuery),
      ]);
      const isLater = isAtPeriodEnd(preview);
      const day = formatDay(Temporal.Instant.from(preview.begins_at), timezone);
      const { name } = preview.to;
      toast(isLater ? CHANGE.planned(name, day) : CHANGE.done(name), 'success');
      // The return's address makes the shell wait for what is still on its way.
      if (!isLater) storeTrip({ kind: 'change', personId, before, isSaid: true });
      const href = isLater ? '/profile#billing' : '/profile?session_id=true#billing';
      await navigate({ href, resetScroll: false, replace: true });
    },
    [queryClient, navigate, timezone, personId, before],
  );
}
