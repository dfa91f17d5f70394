import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isRefusal } from '../../lib/api.ts';
import { meQuery } from '../../lib/session.ts';
import { newKey } from '../../lib/new-key.ts';
import { sessionQuery, useCacheSession } from '../../sessions/api.ts';
import { sendCancel } from '../api.ts';

export interface CancelInput {
  readonly reasons: readonly string[];
  readonly notes: string;
  /** Whether the person was shown a refund; undefined where no credits are shown. */
  readonly expectedRefund: boolean | undefined;
}

/** Cancels a session, then reloads lists, credits and times. A retry after a lost answer uses the same key. */
export function useCancel(sessionId: number) {
  const queryClient = useQueryClient();
  const cacheSession = useCacheSession();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: async ({ reasons, notes, expectedRefund }: CancelInput) =>
      sendCancel(
        {
          session_id: sessionId,
          cancellation_reasons: [...reasons],
          feedback_notes: notes.trim() || null,
          expected_refund: expectedRefund,
        },
        key.current,
      ),
    networkMode: 'always',
    onSuccess: async ({ session }) => {
      cacheSession(session);
      for (const name of ['slots', 'partners', 'hold']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      await queryClient.refetchQueries(meQuery);
    },
    onError: async (error) => {
      if (!isRefusal(error)) return;
      key.current = newKey();
      // A refusal means that the screen was out of date.
      await queryClient.refetchQueries({ queryKey: sessionQuery(sessionId).queryKey });
    },
  });
}
