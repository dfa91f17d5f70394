import { queryOptions } from '@tanstack/react-query';
import { getToday } from '#shared/operator/calls-today.ts';
import { call } from '../../lib/api.ts';

const REFRESH_MS = 60_000;

/** What takes place and what waits for an operator. */
export const todayQuery = queryOptions({
  queryKey: ['operator', 'today'],
  queryFn: ({ signal }) => call(getToday, {}, { signal }),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});
