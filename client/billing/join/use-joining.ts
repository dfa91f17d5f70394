import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { ProblemError } from '../../app/api.ts';
import { newKey } from '../../app/new-key.ts';
import { meQuery } from '../../app/session.ts';
import { useJoinBundle } from '../api.ts';

/** 'JOIN FREE', once for each offer: pressed again after a lost answer it is the same joining, after an answer a new one. */
export function useJoining() {
  const join = useJoinBundle();
  const queryClient = useQueryClient();
  const router = useRouter();
  const kept = useRef({ id: '', key: '' });
  return useMutation({
    mutationFn: async (id: string) => {
      if (kept.current.id !== id) kept.current = { id, key: newKey() };
      await join(id, kept.current.key);
    },
    onError: async (error) => {
      if (!(error instanceof ProblemError)) return;
      if (error.problem.status > 0) kept.current = { id: '', key: '' };
      if (error.problem.code !== 'not_for_you') return;
      // Another window, or the studio, has given them a plan: they go on to where people with a plan are.
      await queryClient.refetchQueries(meQuery);
      await router.invalidate();
    },
  });
}
