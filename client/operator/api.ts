import { queryOptions, useMutation } from '@tanstack/react-query';
import { getDataCheck, startDataCheck } from '#shared/operator/calls.ts';
import { call } from '../lib/api.ts';

/** What the last check of the data found. */
export const dataCheckQuery = queryOptions({
  queryKey: ['operator', 'data-check'],
  queryFn: async ({ signal }) => (await call(getDataCheck, {}, { signal })).check,
  staleTime: 0,
});

/** Has the data checked; the result comes with the query. */
export function useStartDataCheck() {
  return useMutation({ mutationFn: () => call(startDataCheck, {}) });
}
