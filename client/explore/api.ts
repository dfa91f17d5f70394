import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listInstruments } from '#shared/catalogue/calls.ts';
import { availability, nextSlots } from '#shared/calendar/calls.ts';
import { listPartners, partnerFilters, searchPartners } from '#shared/explore/calls.ts';
import { call } from '../lib/api.ts';
import type { ExploreSearch } from './explore-search.ts';

const PAGE_SIZE = 24;

/** The instruments of the tab row. */
export const instrumentsQuery = queryOptions({
  queryKey: ['instruments'],
  queryFn: async ({ signal }) => (await call(listInstruments, {}, { signal })).instruments,
  staleTime: 10 * 60_000,
});

/** The musicians of an instrument (undefined: of all), page by page in the studio's order. */
export const partnersQuery = (instrument: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['partners', instrument ?? null],
    queryFn: async ({ pageParam, signal }) =>
      call(
        listPartners,
        { query: { ...(instrument === undefined ? {} : { instrument }), page: pageParam, size: PAGE_SIZE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length : undefined),
  });

/** Who fits the pro filters, page by page; while new ones load, the list before stays. */
export const searchQuery = (search: ExploreSearch) =>
  infiniteQueryOptions({
    queryKey: ['partners', 'search', search],
    queryFn: async ({ pageParam, signal }) =>
      call(searchPartners, { query: { ...search, page: pageParam, size: PAGE_SIZE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.total ? pages.length : undefined),
    placeholderData: keepPreviousData,
  });

/** What the pro filters offer. */
export const partnerFiltersQuery = queryOptions({
  queryKey: ['partner-filters'],
  queryFn: async ({ signal }) => call(partnerFilters, {}, { signal }),
  staleTime: 60_000,
});

/** The days ahead on which a musician is free, in the reader's zone; follows live updates of their slots. */
export const availabilityQuery = (musicianId: string, days: number) =>
  queryOptions({
    queryKey: ['slots', musicianId, 'days', days],
    queryFn: async ({ signal }) =>
      (await call(availability, { query: { partner_id: musicianId, days } }, { signal })).availability,
  });

/** The three musicians who are free soonest. */
export const soonestQuery = queryOptions({
  queryKey: ['partners', 'soonest'],
  queryFn: async ({ signal }) =>
    (await call(nextSlots, { query: { sort: 'soonest', size: 3 } }, { signal })).slots,
});
