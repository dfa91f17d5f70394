import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { listInstruments } from '#shared/catalogue/calls.ts';
import { listPartners } from '#shared/explore/calls.ts';
import { call } from '../lib/api.ts';

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
