import type { QueryClient } from '@tanstack/react-query';
import { configurationQuery, partnerQuery, slotsQuery } from '../booking/api.ts';
import { announcementsQuery } from '../content/api.ts';
import { instrumentsQuery, partnersQuery } from '../explore/api.ts';
import { sessionQuery, sessionsQuery } from '../sessions/api.ts';

/**
 * Asks for what the screen of an address shows first, while its code is on its way. What is refused or fails is asked
 * for again by the screen, which also says so.
 */
export function askFirst(queryClient: QueryClient, pathname: string, search: Record<string, unknown>): void {
  const [, place, name = '', part] = pathname.split('/');
  if (place === 'explore') {
    const { instrument } = search;
    void queryClient.prefetchQuery(instrumentsQuery);
    void queryClient.prefetchInfiniteQuery(
      partnersQuery(typeof instrument === 'string' ? instrument : undefined),
    );
    void queryClient.prefetchQuery(announcementsQuery);
    if (name !== '') void askForBooking(queryClient, name);
  } else if (place === 'sessions') {
    void queryClient.prefetchQuery(sessionsQuery);
    void queryClient.prefetchQuery(announcementsQuery);
    // Edit mode and another time ask anew for their own session.
    if (/^[1-9]\d{0,9}$/.test(name) && part !== 'edit' && part !== 'move')
      void queryClient.prefetchQuery(sessionQuery(Number(name)));
  }
}

async function askForBooking(queryClient: QueryClient, slug: string): Promise<void> {
  void queryClient.prefetchQuery(configurationQuery(slug));
  await queryClient.prefetchQuery(partnerQuery(slug));
  const musician = queryClient.getQueryData(partnerQuery(slug).queryKey);
  if (musician) await queryClient.prefetchQuery(slotsQuery(musician.id));
}
