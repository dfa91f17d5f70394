import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listPrices, makePrices } from '#shared/operator/content/calls-content.ts';
import { call } from '../../lib/api.ts';

/** The price of each offer at each payment provider. */
export const pricesQuery = queryOptions({
  queryKey: ['operator', 'prices'],
  queryFn: ({ signal }) => call(listPrices, {}, { signal }),
  staleTime: 0,
});

/** Makes the prices that were seen to be missing; reads them again also when that failed, for some may be made. */
export function useMakePrices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (seen: string) => call(makePrices, { body: { seen } }),
    onSettled: () => queryClient.invalidateQueries(pricesQuery),
  });
}
