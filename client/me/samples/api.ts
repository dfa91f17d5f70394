import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteSample, ownSamples } from '#shared/catalogue/calls-samples.ts';
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

/** Deletes a sample that is on no page. */
export function useDeleteSample() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteSample, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(samplesQuery),
  });
}
