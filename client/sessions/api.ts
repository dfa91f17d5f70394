import {
  queryOptions,
  useMutation,
  useQueryClient,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { sendFeedback } from '../../shared/booking/contract.ts';
import type { ArgsOf, ReadOf } from '../../shared/lib/endpoint.ts';
import { approve, close, getSession, listSessions, type Session } from '../../shared/sessions/contract.ts';
import { call } from '../app/api.ts';

const REFRESH_MS = 60_000;
/** Everything below it is about sessions: one word to the cache makes all of it fresh. */
const SESSIONS_KEY = ['sessions'] as const;

/** What came this shortly ago, ahead of the screen's own code, is not asked for twice. */
const JUST_NOW_MS = 2000;

/** Again whenever a screen opens, but for what has just been asked for on its behalf. */
export function unlessJustAsked({ state }: Pick<Query, 'state'>): 'always' | false {
  const justAsked = !state.isInvalidated && Date.now() - state.dataUpdatedAt < JUST_NOW_MS;
  return justAsked ? false : 'always';
}

/** All sessions of the signed-in person with the counts of the groups; again on focus and every minute. */
export const sessionsQuery = queryOptions({
  queryKey: [...SESSIONS_KEY, 'list'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: 'always',
  // What was booked or sent on another screen is there when one comes back.
  refetchOnMount: unlessJustAsked,
});

/** One session, or one live hold. 404 when it is not there for this person. */
export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: [...SESSIONS_KEY, id],
    queryFn: async ({ signal }) => (await call(getSession, { params: { id } }, { signal })).session,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: 'always',
    refetchOnMount: 'always',
  });

/** Keeps the session that a call answered with, and asks for the lists again. */
function keepSession(queryClient: QueryClient, session: Session): void {
  const { queryKey } = sessionQuery(session.id);
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, session);
  void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

/** The same for other rooms: what to do with a session that a call of theirs answered with. */
export function useKeepSession(): (session: Session) => void {
  const queryClient = useQueryClient();
  return useCallback((session) => keepSession(queryClient, session), [queryClient]);
}

/** The musician's two verbs on a session: 'Ready to go!', and closing one that has nothing to deliver. */
export function useVerb(verb: 'approve' | 'close') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (sessionId: number) =>
      (await call(verb === 'approve' ? approve : close, { body: { session_id: sessionId } })).session,
    onSuccess: (session) => keepSession(queryClient, session),
    // A refusal means that the screen was behind: it catches up.
    onError: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/**
 * The messages of a session have been read: the marks on its tab and its card go at once. Gives a function that may be
 * called as often as one likes.
 */
export function useMessagesRead(id: number): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    const { queryKey } = sessionQuery(id);
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

/** The musician's feedback: asks for other files, or writes to the studio. A repeat with the same key is the same. */
export function useFeedback() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, key }: { body: ArgsOf<typeof sendFeedback>['body']; key: string }) =>
      (await call(sendFeedback, { body }, { idempotencyKey: key })).session,
    onSuccess: (session) => keepSession(queryClient, session),
    onError: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}
