import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listFlags, setFlag, unsetFlag } from '#shared/operator/content/calls-content.ts';
import { call } from '../../lib/api.ts';

/** Every flag, and the latest changes. */
export const flagsQuery = queryOptions({
  queryKey: ['operator', 'flags'],
  queryFn: ({ signal }) => call(listFlags, {}, { signal }),
  staleTime: 0,
});

/** Sets a flag, or lets the shipped value count again (null). */
export function useChangeFlag(name: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (on: boolean | null) =>
      on === null ? call(unsetFlag, { params: { name } }) : call(setFlag, { params: { name }, body: { on } }),
    onSettled: () => queryClient.invalidateQueries(flagsQuery),
  });
}
