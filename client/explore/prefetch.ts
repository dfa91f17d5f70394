import { announcementsQuery } from '../content/api.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import { instrumentsQuery, partnersQuery } from './api.ts';

/** Prefetches the list of musicians, filtered by the URL's instrument. */
export const prefetchExplore: Prefetch = (queryClient, { search: { instrument } }) => {
  void queryClient.prefetchQuery(instrumentsQuery);
  void queryClient.prefetchInfiniteQuery(
    partnersQuery(typeof instrument === 'string' ? instrument : undefined),
  );
  void queryClient.prefetchQuery(announcementsQuery);
};
