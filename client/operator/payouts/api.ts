import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { YearMonth } from '#shared/calendar/rules-pay.ts';
import { PAYOUTS_AT_ONCE } from '#shared/operator/musicians/rules-payouts.ts';
import {
  closeMonths,
  getPayouts,
  markMonthsPaid,
  takePaidMarkBack,
} from '#shared/operator/musicians/calls-musicians.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';

const payoutsQuery = ({ year, month }: YearMonth) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'payouts', year, month],
    queryFn: ({ pageParam, signal }) =>
      call(getPayouts, { query: { year, month, limit: PAYOUTS_AT_ONCE, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/**
 * A month of all musicians, read page by page, since only the whole month adds up; the one before stays until the first
 * page is there.
 */
export function usePayouts(which: YearMonth) {
  const query = useInfiniteQuery(payoutsQuery(which));
  const { hasNextPage, fetchNextPage, isFetching, isFetchNextPageError, isPlaceholderData } = query;
  const mayGoOn = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (mayGoOn) void fetchNextPage();
  }, [mayGoOn, fetchNextPage]);
  return query;
}

/** Reads again what shows months, also when a change was refused: others may have changed it. */
function useSettled() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** Closes a month of musicians, as many at once as one call takes; returns how many were. */
export function useCloseMonths({ year, month }: YearMonth) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: async (musicians: readonly string[]) => {
      let closed = 0;
      for (let from = 0; from < musicians.length; from += PAYOUTS_AT_ONCE) {
        const some = musicians.slice(from, from + PAYOUTS_AT_ONCE);
        const done = await call(closeMonths, { body: { year, month, musicians: some } });
        closed += done.closed.length;
      }
      return closed;
    },
    onSettled,
  });
}

/** How months were paid. */
interface PaidHow {
  readonly musicians: string[];
  /** YYYY-MM-DD. */
  readonly paid_on: string;
  readonly reference: string;
}

/** Marks a month of musicians as paid; a repeat after a lost answer marks none twice. */
export function useMarkPaid({ year, month }: YearMonth) {
  const onSettled = useSettled();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (how: PaidHow) =>
      call(markMonthsPaid, { body: { year, month, ...how } }, { idempotencyKey: key.current }),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
    onSettled,
  });
}

/** Takes the mark of a payment back, for a reason. */
export function useTakeBack(id: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (reason: string) => call(takePaidMarkBack, { params: { id }, body: { reason } }),
    onSettled,
  });
}
