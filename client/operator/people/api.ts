import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listPeople } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';
import type { PeopleFilter } from './people-search.ts';

/** Everybody with an account, newest first, page by page. While another filter loads, the former list stays. */
export const peopleQuery = ({ q, role, account, membership }: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'people', { q, role, account, membership }],
    queryFn: async ({ pageParam, signal }) =>
      call(listPeople, { query: { q, role, account, membership, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
