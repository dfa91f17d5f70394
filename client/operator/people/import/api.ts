import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isRefusal } from '../../../lib/api.ts';
import { newKey } from '../../../lib/new-key.ts';
import type { ImportKind } from './kinds.ts';

/** What a file would bring, and its mistakes. */
export const useCheck = <Found>({ check }: ImportKind<Found>) => useMutation({ mutationFn: check });

/** Imports a file; a repeat after a lost answer imports nobody twice. */
export function useImport<Found>({ save }: ImportKind<Found>) {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (csv: string) => save(csv, key.current),
    onSuccess: () => {
      key.current = newKey();
      return queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
