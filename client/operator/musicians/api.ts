import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listMusicians } from '#shared/operator/musicians/calls-musicians.ts';
import { call } from '../../lib/api.ts';
import type { MusiciansFilter } from './musicians-search.ts';

/** All musicians by name, page by page. While another filter loads, the former list stays. */
export const musiciansQuery = ({ q, page }: MusiciansFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'musicians', { q, page }],
    queryFn: async ({ pageParam, signal }) =>
      call(listMusicians, { query: { q, page, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
