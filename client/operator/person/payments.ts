import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  listPersonPayments,
  makeRefund,
  planRefund,
  readSubscriptions,
} from '#shared/operator/person/calls-person.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';

/** What a person has paid. */
export const paymentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'person', id, 'payments'],
    queryFn: ({ pageParam, signal }) =>
      call(listPersonPayments, { params: { id }, query: { after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

/** A person's subscriptions as their providers say them; asked for by a press. */
export const subscriptionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['operator', 'person', id, 'subscriptions'],
    queryFn: ({ signal }) => call(readSubscriptions, { params: { id } }, { signal }),
    enabled: false,
    gcTime: 0,
    retry: false,
  });

/** What a refund would do. */
export function usePlanRefund(payment: string) {
  return useMutation({
    mutationFn: ({ cents, again }: { readonly cents: number | null; readonly again: boolean }) =>
      call(planRefund, {
        params: { id: payment },
        query: { ...(cents !== null && { cents }), ...(again && { again: 'yes' as const }) },
      }),
  });
}

/** Pays back what was shown; a repeat after a lost answer pays nothing twice. */
export function useMakeRefund(person: string, payment: string) {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof makeRefund>['body']) =>
      call(makeRefund, { params: { id: payment }, body }, { idempotencyKey: key.current }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['operator', 'person', person] }),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}
