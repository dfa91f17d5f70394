import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { listPeople } from '#shared/operator/calls.ts';
import { invitePerson, listCatalogueNames } from '#shared/operator/person/calls-person.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
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

/** What a new musician may offer and play. */
export const catalogueNamesQuery = queryOptions({
  queryKey: ['operator', 'catalogue-names'],
  queryFn: ({ signal }) => call(listCatalogueNames, {}, { signal }),
});

/** Makes an account and mails its owner; a repeat after a lost answer makes none twice. */
export function useInvite() {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof invitePerson>['body']) =>
      call(invitePerson, { body }, { idempotencyKey: key.current }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
