import { useQueryClient } from '@tanstack/react-query';
import { personQuery } from './api.ts';

/** Reads the person and the lists again, once something was changed. */
export function useChanged(id: string) {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries(personQuery(id));
    await queryClient.invalidateQueries({ queryKey: ['operator'], refetchType: 'none' });
  };
}
