import {
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendFeedback } from '#shared/booking/calls.ts';
import { approve, close, getSession, getToday, listSessions } from '#shared/sessions/calls.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { call, type ArgsOf, type ReadOf } from '../lib/api.ts';

const REFRESH_MS = 60_000;
/** Prefix of all session queries: invalidating it refreshes all of them. */
const SESSIONS_KEY = ['sessions'] as const;

/** What was fetched this recently, ahead of the screen's code, is not fetched twice. */
const RECENT_MS = 2000;

/** Refetches whenever a screen opens, except what was just fetched for it. */
export function unlessRecentlyFetched({ state }: Pick<Query, 'state'>): 'always' | false {
  const isRecent = !state.isInvalidated && Date.now() - state.dataUpdatedAt < RECENT_MS;
  return isRecent ? false : 'always';
}

/** All sessions of the signed-in person with the counts of the groups; refetched on focus and every minute. */
export const sessionsQuery = queryOptions({
  queryKey: [...SESSIONS_KEY, 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
  // Shows what was booked or sent on another screen.
  refetchOnMount: unlessRecentlyFetched,
});

/** What waits for the musician; follows every change of their sessions. */
export const todayQuery = queryOptions({
  queryKey: [...SESSIONS_KEY, 'today'],
  queryFn: ({ signal }) => call(getToday, {}, { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
  refetchOnMount: unlessRecentlyFetched,
});

/** One session, or one live hold; 404 when it does not exist for this person. */
export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: [...SESSIONS_KEY, id],
    queryFn: async ({ signal }) => (await call(getSession, { params: { id } }, { signal })).session,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });

/** Caches the session that a call returned, and refetches the lists. */
function cacheSession(queryClient: QueryClient, session: Session): void {
  const { queryKey } = sessionQuery(session.id);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, session);
  void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
}

/** The same for other rooms: caches a session that their calls returned. */
export function useCacheSession(): (session: Session) => void {
  const queryClient = useQueryClient();
  return useCallback((session) => cacheSession(queryClient, session), [queryClient]);
}

/** The musician's actions on a session: 'Ready to go!', and closing one that has nothing to deliver. */
export function useSessionAction(verb: 'approve' | 'close') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (sessionId: number) =>
      (await call(verb === 'approve' ? approve : close, { body: { session_id: sessionId } })).session,
    onSuccess: (session) => cacheSession(queryClient, session),
    // A refusal means that the screen was outdated: refetch.
    onError: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Clears the marks of unread messages of a session at once. Returns a function that may be called repeatedly. */
export function useMessagesRead(id: number): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    const { queryKey } = sessionQuery(id);
    void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
    const list = queryClient.getQueryData<List>(sessionsQuery.queryKey);
    const one = queryClient.getQueryData<Session>(queryKey);
    const marked = list?.sessions.some((card) => card.id === id && card.unread_messages > 0);
    if (list !== undefined && marked)
      queryClient.setQueryData<List>(sessionsQuery.queryKey, {
        ...list,
        sessions: list.sessions.map((card) => (card.id === id ? { ...card, unread_messages: 0 } : card)),
      });
    if (one !== undefined && one.unread_messages > 0)
      queryClient.setQueryData<Session>(queryKey, { ...one, unread_messages: 0 });
  }, [queryClient, id]);
}
type List = ReadOf<typeof listSessions>;

/** Sends the musician's feedback (docs/product/sessions.md#feedback). Idempotent by its key. */
export function useFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, key }: { body: ArgsOf<typeof sendFeedback>['body']; key: string }) =>
      (await call(sendFeedback, { body }, { idempotencyKey: key })).session,
    onSuccess: (session) => cacheSession(queryClient, session),
    onError: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
