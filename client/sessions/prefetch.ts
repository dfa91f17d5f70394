import { announcementsQuery } from '../content/api.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import { sessionQuery, sessionsQuery } from './api.ts';

/** Requests the lists of My Sessions. */
export const prefetchSessions: Prefetch = (queryClient) => {
  void queryClient.prefetchQuery(sessionsQuery);
  void queryClient.prefetchQuery(announcementsQuery);
};

/** Requests the session of a panel's address. */
export const prefetchSession: Prefetch = (queryClient, { params: { id = '' } }) => {
  if (/^[1-9]\d{0,9}$/.test(id)) void queryClient.prefetchQuery(sessionQuery(Number(id)));
};
