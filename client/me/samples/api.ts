import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { deleteSample, describeSample, orderSamples, ownSamples } from '#shared/catalogue/calls-samples.ts';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import type { SampleWords } from '#shared/catalogue/rules-samples.ts';
import { call } from '../../lib/api.ts';

/** How often a sample is asked for whose preview is being made, where no live update comes. */
const POLL_MS = 5000;

/** The musician's own samples; follows live updates. */
export const samplesQuery = queryOptions({
  queryKey: ['samples'],
  queryFn: async ({ signal }) => (await call(ownSamples, {}, { signal })).samples,
  refetchOnMount: 'always',
  refetchInterval: ({ state }) =>
    state.data?.some((sample) => sample.state === 'preparing') === true ? POLL_MS : false,
});

const refetch = (queryClient: QueryClient) => queryClient.invalidateQueries(samplesQuery);

/** Sets the order; shown at once, and as it is when it was refused. */
export function useOrderSamples() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'sample-order' },
    mutationFn: (ids: string[]) => call(orderSamples, { body: { ids } }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries(samplesQuery);
      queryClient.setQueryData(samplesQuery.queryKey, (samples) => samples && inOrder(samples, ids));
    },
    onSettled: () => refetch(queryClient),
  });
}

/** Samples by the order of ids; others stay behind. */
function inOrder(samples: readonly OwnSample[], ids: readonly string[]): OwnSample[] {
  const placed = ids.flatMap((id, position) => {
    const sample = samples.find((one) => one.id === id);
    return sample === undefined ? [] : [{ ...sample, position }];
  });
  return [...placed, ...samples.filter(({ id }) => !ids.includes(id))];
}

/** Saves a sample's title and what the musician did. */
export function useDescribeSample() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, words }: { id: string; words: SampleWords }) =>
      call(describeSample, { params: { id }, body: words }),
    onSuccess: () => refetch(queryClient),
  });
}

/** Deletes a sample. */
export function useDeleteSample() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSample, { params: { id } }),
    onSettled: () => refetch(queryClient),
  });
}
