import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listMessages, postMessage, putThread } from '#shared/messages/calls.ts';
import type { Thread } from '#shared/messages/contract.ts';
import { THREAD } from '#shared/messages/texts.ts';
import { call } from '../lib/api.ts';
import { toast } from '../ui/overlay/toast.ts';
import { drafts } from './drafts.ts';
import { mergeThreads } from './thread.ts';

/** Refresh interval (docs/product/messages.md#reading). */
const REFRESH_MS = 60_000;
/** Messages per page. */
const PAGE = 1000;

const keyOf = (threadId: string) => ['thread', threadId] as const;

/** A conversation; fetching marks it as read. Merged with the cache, so that earlier pages stay. */
export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: keyOf(threadId),
    queryFn: async ({ signal, client }): Promise<Thread> => {
      const { thread } = await call(listMessages, { params: { threadId }, query: {} }, { signal });
      return mergeThreads(client.getQueryData<Thread>(keyOf(threadId)), thread);
    },
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });

/** Loads the next older page into the cached conversation. */
export function useEarlierMessages(threadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const known = queryClient.getQueryData<Thread>(keyOf(threadId))?.messages.length ?? 0;
      const query = { page: Math.floor(known / PAGE), size: PAGE };
      return (await call(listMessages, { params: { threadId }, query })).thread;
    },
    onSuccess: (older) =>
      queryClient.setQueryData<Thread>(keyOf(threadId), (known) =>
        known === undefined ? undefined : mergeThreads(known, { ...known, messages: older.messages }),
      ),
  });
}

/**
 * Sends the draft: it leaves the box at once and returns on failure. A retry has the same key, so it is stored once.
 */
export function useSendMessage(threadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    // Serial, so that messages arrive in the order in which they were written.
    scope: { id: `thread ${threadId}` },
    mutationFn: async ({ body, key }: { readonly body: string; readonly key: string }) =>
      (await call(postMessage, { body: { thread_id: threadId, body } }, { idempotencyKey: key })).message,
    onSuccess: async (message, { key }) => {
      // A response in flight is older than this message and would remove it.
      await queryClient.cancelQueries({ queryKey: keyOf(threadId) });
      queryClient.setQueryData<Thread>(keyOf(threadId), (known) =>
        known === undefined ? undefined : mergeThreads(known, { ...known, messages: [message] }),
      );
      drafts.sent(threadId, key);
    },
    onError: (_, { key }) => {
      drafts.failed(threadId, key);
      toast(THREAD.sendFailed, 'danger');
      void queryClient.invalidateQueries({ queryKey: keyOf(threadId) });
    },
  });
}

/** The musician closes or reopens a conversation. */
export function useThreadStatus(threadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (status: 'open' | 'closed') =>
      (await call(putThread, { body: { thread_id: threadId, status } })).thread,
    onSuccess: async (thread) => {
      await queryClient.cancelQueries({ queryKey: keyOf(threadId) });
      queryClient.setQueryData<Thread>(keyOf(threadId), (known) => mergeThreads(known, thread));
    },
    // A refusal means that the screen was outdated.
    onError: () => {
      toast(THREAD.toggleFailed, 'danger');
      return queryClient.invalidateQueries({ queryKey: keyOf(threadId) });
    },
  });
}
