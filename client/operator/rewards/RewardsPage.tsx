import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PagedList } from '../PagedList.tsx';
import { PeopleTabs } from '../people/PeopleTabs.tsx';
import { rewardsQuery } from './api.ts';
import { RewardRow } from './RewardRow.tsx';

/** Rewards that wait for an operator or for their third day (docs/product/operator.md#rewards). */
export function RewardsPage() {
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(rewardsQuery);
  return (
    <>
      <PeopleTabs title="Rewards" />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the rewards" count={4} />}
        errorTitle="We could not load the rewards"
      >
        {({ pages }) => {
          const rewards = pages.flatMap((page) => page.rewards);
          if (rewards.length === 0)
            return (
              <EmptyState title="No reward waits">
                Who brings somebody is rewarded three days after their first payment. What looks odd waits
                here for you.
              </EmptyState>
            );
          return (
            <PagedList query={query} more="Show more" count={rewards.length}>
              {rewards.map((reward) => (
                <RewardRow key={reward.id} reward={reward} zone={zone} />
              ))}
            </PagedList>
          );
        }}
      </QueryView>
    </>
  );
}
