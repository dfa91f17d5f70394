import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { approveReward, listRewards, rejectReward } from '#shared/operator/rewards/calls-rewards.ts';
import { call } from '../../lib/api.ts';

const SIZE = 50;

/** Rewards that wait, page by page. */
export const rewardsQuery = infiniteQueryOptions({
  queryKey: ['operator', 'rewards'],
  queryFn: ({ pageParam, signal }) =>
    call(listRewards, { query: { page: pageParam, size: SIZE } }, { signal }),
  initialPageParam: 0,
  getNextPageParam: ({ total }, pages) => (pages.length * SIZE < total ? pages.length : undefined),
  staleTime: 0,
});

/** Reads again whatever comes of it: another operator or the third day may have decided. */
function useSettled() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['operator'] });
}

/** Pays a reward at once. */
export const useApprove = (id: string) =>
  useMutation({ mutationFn: () => call(approveReward, { params: { id } }), onSettled: useSettled() });

/** Rejects a reward, with a reason. */
export const useReject = (id: string) =>
  useMutation({
    mutationFn: (reason: string) => call(rejectReward, { params: { id }, body: { reason } }),
    onSettled: useSettled(),
  });
