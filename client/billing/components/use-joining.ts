import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ProblemError } from '../../app/api.ts';
import { newKey } from '../../app/new-key.ts';
import { useJoinBundle } from '../api.ts';

/** 'JOIN FREE', once for each offer: pressed again after a lost answer it is the same joining, after an answer a new one. */
export function useJoining() {
  const join = useJoinBundle();
  const kept = useRef({ id: '', key: '' });
  return useMutation({
    mutationFn: async (id: string) => {
      if (kept.current.id !== id) kept.current = { id, key: newKey() };
      await join(id, kept.current.key);
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.problem.status > 0) kept.current = { id: '', key: '' };
    },
  });
}
