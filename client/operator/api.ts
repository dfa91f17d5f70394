import { queryOptions, useMutation } from '@tanstack/react-query';
import { getDataCheck, startDataCheck } from '#shared/operator/calls.ts';
import { call } from '../lib/api.ts';

/** Result of the last data check. */
export const dataCheckQuery = queryOptions({
  queryKey: ['operator', 'data-check'],
  queryFn: async ({ signal }) => (await call(getDataCheck, {}, { signal })).check,
  staleTime: 0,
});

/** Starts a data check; the query returns its result. */
export function useStartDataCheck() {
  return useMutation({ mutationFn: () => call(startDataCheck, {}) });
}
