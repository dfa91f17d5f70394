import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { endCoupon, listCoupons, makeCoupon } from '#shared/operator/content/calls-content.ts';
import { call, isRefusal, type ArgsOf } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';

/** The coupons of the card provider, newest first, page by page. */
export const couponsQuery = infiniteQueryOptions({
  queryKey: ['operator', 'coupons'],
  queryFn: async ({ pageParam, signal }) => call(listCoupons, { query: { after: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  staleTime: 0,
  retry: false,
});

/** Makes a coupon; a repeat after a lost answer makes none twice. Reads them again also when that failed. */
export function useMakeCoupon() {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: (body: ArgsOf<typeof makeCoupon>['body']) =>
      call(makeCoupon, { body }, { idempotencyKey: key.current }),
    onSettled: () => queryClient.invalidateQueries(couponsQuery),
    onError: (error) => {
      if (isRefusal(error)) key.current = newKey();
    },
  });
}

export function useEndCoupon(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endCoupon, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(couponsQuery),
  });
}
