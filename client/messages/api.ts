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

/** A conversation; asking for it marks it read. Again on focus and every minute; what was known of it stays. */
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

/** Adds the next older messages of a conversation of more than one answer. */
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
 * Sends what is in the box of a conversation. The text leaves the box at once and comes back to it on failure, also
 * when its panel has been closed meanwhile; sent again it keeps its key, so that it is never there twice.
 */
export function useSendMessage(threadId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    // One after the other, in the order in which they were written.
    scope: { id: `thread ${threadId}` },
    mutationFn: async ({ body, key }: { readonly body: string; readonly key: string }) =>
      (await call(postMessage, { body: { thread_id: threadId, body } }, { idempotencyKey: key })).message,
    onSuccess: async (message, { key }) => {
      // An answer that is on its way was asked for before this message and would take it away again.
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
    // A refusal means that the screen was behind: it catches up.
    onError: () => {
      toast(THREAD.toggleFailed, 'danger');
      return queryClient.invalidateQueries({ queryKey: keyOf(threadId) });
    },
  });
}
