import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ProblemError } from '../../app/api.ts';
import { meQuery } from '../../app/session.ts';
import { newKey } from '../../app/new-key.ts';
import { sessionQuery, useKeepSession } from '../../sessions/api.ts';
import { sendCancel } from '../api.ts';

export interface Cancelling {
  readonly reasons: readonly string[];
  readonly notes: string;
  /** What the person was shown; undefined where credits are not spoken of. */
  readonly expectedRefund: boolean | undefined;
}

/** Cancels a session; afterwards lists, credits and free times are as the server has them. A lost answer repeats safely. */
export function useCancel(sessionId: number) {
  const queryClient = useQueryClient();
  const keep = useKeepSession();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: async ({ reasons, notes, expectedRefund }: Cancelling) =>
      sendCancel(
        {
          session_id: sessionId,
          cancellation_reasons: [...reasons],
          feedback_notes: notes.trim() || null,
          ...(expectedRefund === undefined ? {} : { expected_refund: expectedRefund }),
        },
        key.current,
      ),
    networkMode: 'always',
    onSuccess: async ({ session }) => {
      keep(session);
      for (const name of ['slots', 'partners', 'hold']) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      await queryClient.refetchQueries(meQuery);
    },
    onError: async (error) => {
      if (!(error instanceof ProblemError) || error.problem.status === 0) return;
      key.current = newKey();
      // A refusal means that the screen was behind: it catches up, and asks again.
      await queryClient.refetchQueries({ queryKey: sessionQuery(sessionId).queryKey });
    },
  });
}
