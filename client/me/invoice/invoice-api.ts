import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { musicianStats, statsSlots } from '#shared/calendar/calls-pay.ts';
import type { Figure, YearMonth } from '#shared/calendar/rules-pay.ts';
import { call } from '../../lib/api.ts';

/** A month of the musician's invoice; the one before stays until it is there. */
export const monthQuery = ({ year, month }: YearMonth) =>
  queryOptions({
    queryKey: ['invoice', year, month],
    queryFn: ({ signal }) => call(musicianStats, { body: { year, month } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

/** The slots behind a figure of a month. */
export const slotsQuery = ({ year, month }: YearMonth, figure: Figure) =>
  queryOptions({
    queryKey: ['invoice', year, month, figure],
    queryFn: async ({ signal }) =>
      (await call(statsSlots, { query: { year, month, figure } }, { signal })).slots,
    refetchOnMount: 'always',
  });
