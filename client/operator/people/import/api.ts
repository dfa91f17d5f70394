import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { checkMembers, importMembers } from '#shared/operator/person/calls-person.ts';
import { call, isRefusal } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';

/** What a file would bring, and its mistakes. */
export const useCheck = () =>
  useMutation({ mutationFn: (csv: string) => call(checkMembers, { body: { csv } }) });

/** Imports a file; a repeat after a lost answer imports nobody twice. */
export function useImport() {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (csv: string) => call(importMembers, { body: { csv } }, { idempotencyKey: key.current }),
    onSuccess: () => {
      key.current = newKey();
      return queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
