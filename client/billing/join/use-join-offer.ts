import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { isRefusal, ProblemError } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { meQuery } from '../../lib/session.ts';
import { useJoinBundle } from '../api.ts';

/** 'JOIN FREE'. A press after a lost answer repeats the call under the same key; after an answer the key is a new one. */
export function useJoinOffer() {
  const join = useJoinBundle();
  const queryClient = useQueryClient();
  const router = useRouter();
  const attempt = useRef({ id: '', key: '' });
  return useMutation({
    mutationFn: async (id: string) => {
      if (attempt.current.id !== id) attempt.current = { id, key: newKey() };
      await join(id, attempt.current.key);
    },
    onError: async (error) => {
      if (!(error instanceof ProblemError)) return;
      if (isRefusal(error)) attempt.current = { id: '', key: '' };
      if (error.problem.code !== 'not_for_you') return;
      // Another window, or the studio, has given them a plan: the router leads on.
      await queryClient.refetchQueries(meQuery);
      await router.invalidate();
    },
  });
}
