import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  checkHealth,
  dropDeadLetter,
  getQueues,
  getSystem,
  listDeadLetters,
  listMails,
  listWebhooks,
  readMail,
  runDeadLetter,
  sendMailAgain,
} from '#shared/operator/system/calls-system.ts';
import { call } from '../../lib/api.ts';
import type { MailsFilter, WebhooksFilter } from './system-search.ts';

/** How often figures that move by themselves are read again, in milliseconds. */
const REFRESH_MS = 10_000;

/** Versions, readiness and storage. */
export const systemQuery = queryOptions({
  queryKey: ['operator', 'system'],
  queryFn: ({ signal }) => call(getSystem, {}, { signal }),
  staleTime: 0,
});

/** Tries every setting. */
export const useCheckHealth = () => useMutation({ mutationFn: () => call(checkHealth, {}) });

/** Mails, the last enqueued first, page by page. */
export const mailsQuery = ({ person, to, state, template }: MailsFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'mails', { person, to, state, template }],
    queryFn: ({ pageParam, signal }) =>
      call(listMails, { query: { person, to, state, template, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });

/** A mail's text; each call is an entry of the audit log. */
export const useReadMail = (id: string) =>
  useMutation({ mutationFn: () => call(readMail, { params: { id } }) });

/** Reads the lists of a part of System again, once something was changed. */
function useChanged(part: 'mails' | 'queues') {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['operator', part] });
  };
}

/** Sends a mail again; a refusal may mean that the list is old. */
export function useSendMailAgain(id: string) {
  const onSettled = useChanged('mails');
  return useMutation({ mutationFn: () => call(sendMailAgain, { params: { id } }), onSettled });
}

/** Every queue. */
export const queuesQuery = queryOptions({
  queryKey: ['operator', 'queues', 'all'],
  queryFn: async ({ signal }) => (await call(getQueues, {}, { signal })).queues,
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Jobs that failed every try, page by page. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['operator', 'queues', 'failed'],
  queryFn: ({ pageParam, signal }) => call(listDeadLetters, { query: { after: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
});

/** Runs a failed job again. */
export function useRunAgain(id: string) {
  const onSettled = useChanged('queues');
  return useMutation({ mutationFn: () => call(runDeadLetter, { params: { id } }), onSettled });
}

/** Drops a failed job. */
export function useDrop(id: string) {
  const onSettled = useChanged('queues');
  return useMutation({
    mutationFn: (reason: string) => call(dropDeadLetter, { params: { id }, body: { reason } }),
    onSettled,
  });
}

/** Providers' events, the last received first, page by page. */
export const webhooksQuery = ({ provider, state }: WebhooksFilter) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'webhooks', { provider, state }],
    queryFn: ({ pageParam, signal }) =>
      call(listWebhooks, { query: { provider, state, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
