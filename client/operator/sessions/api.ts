import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listSessions } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';
import type { SessionsFilter } from './sessions-search.ts';

/** All sessions, page by page. While another filter loads, the former list stays. */
export const sessionsQuery = (filter: SessionsFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'sessions', filter],
    queryFn: async ({ pageParam, signal }) =>
      call(listSessions, { query: { ...filter, after: pageParam } }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
