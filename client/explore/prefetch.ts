import type { QueryClient } from '@tanstack/react-query';
import { announcementsQuery } from '../content/api.ts';
import { flagOf } from '../lib/flags.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import { studioQuery } from '../lib/session.ts';
import { instrumentsQuery, partnerFiltersQuery, partnersQuery, searchQuery } from './api.ts';
import { readExploreSearch, type ExploreSearch } from './explore-search.ts';

/** Prefetches the list of musicians, filtered as the URL says, and what stands above it. */
export const prefetchExplore: Prefetch = (queryClient, { search }) => {
  void queryClient.prefetchQuery(instrumentsQuery);
  void queryClient.prefetchQuery(announcementsQuery);
  void prefetchList(queryClient, readExploreSearch(search));
};

/** The list of the variant that the studio's flag says. */
async function prefetchList(queryClient: QueryClient, search: ExploreSearch): Promise<void> {
  await queryClient.prefetchQuery(studioQuery);
  const studio = queryClient.getQueryData(studioQuery.queryKey);
  if (!flagOf(studio?.flags, 'pro-explore-filters'))
    return queryClient.prefetchInfiniteQuery(partnersQuery(search.instrument));
  void queryClient.prefetchQuery(partnerFiltersQuery);
  return queryClient.prefetchInfiniteQuery(searchQuery(search));
}
