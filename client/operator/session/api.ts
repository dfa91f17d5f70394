import { queryOptions } from '@tanstack/react-query';
import { getSession, listMoveTimes } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';

/** A session and what happened to it. */
export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator', 'session', id],
    queryFn: ({ signal }) => call(getSession, { params: { id } }, { signal }),
    staleTime: 0,
  });

/** The times to which a session can be moved. */
export const moveTimesQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator', 'move-times', id],
    queryFn: async ({ signal }) => (await call(listMoveTimes, { params: { id } }, { signal })).times,
    staleTime: 0,
    gcTime: 0,
  });
