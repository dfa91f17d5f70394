import type { QueryClient } from '@tanstack/react-query';
import { samplesQuery } from '../explore/page/api.ts';
import type { Prefetch } from '../lib/prefetch.ts';
import { configurationQuery, partnerQuery, slotsQuery } from './api.ts';

/** Requests what a musician's booking panel shows first: who they are, what they offer, and their slots. */
export const prefetchBooking: Prefetch = (queryClient, { params: { slug = '' } }) => {
  void queryClient.prefetchQuery(configurationQuery(slug));
  void queryClient.prefetchQuery(samplesQuery(slug));
  void prefetchSlots(queryClient, slug);
};

async function prefetchSlots(queryClient: QueryClient, slug: string): Promise<void> {
  await queryClient.prefetchQuery(partnerQuery(slug));
  const musician = queryClient.getQueryData(partnerQuery(slug).queryKey);
  if (musician) await queryClient.prefetchQuery(slotsQuery(musician.id));
}
