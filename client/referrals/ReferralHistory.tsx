import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { listReferrals } from '#shared/referrals/contract.ts';
import { REFERRAL_TAB } from '#shared/referrals/texts.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { referralsQuery } from './api.ts';
import { ReferralRow } from './ReferralRow.tsx';
import classes from './ReferralHistory.module.css';

/** The person's invitations, the last sent first (docs/product/referrals.md#history). */
export function ReferralHistory() {
  const query = useInfiniteQuery(referralsQuery);
  return (
    <QueryView
      query={query}
      loading={<RowsSkeleton what="your invitations" count={3} />}
      errorTitle="We could not load your invitations"
    >
      {(data) => <Pages data={data} query={query} />}
    </QueryView>
  );
}

interface PagesProps {
  readonly data: InfiniteData<ResponseOf<typeof listReferrals>>;
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'>;
}

function Pages({ data, query }: PagesProps) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const { timezone } = useMe();
  const list = useRef<HTMLUListElement>(null);

  const referrals = data.pages.flatMap((page) => page.referrals);
  if (referrals.length === 0)
    return <EmptyState title={REFERRAL_TAB.emptyTitle}>{REFERRAL_TAB.emptyBody}</EmptyState>;
  const more = async () => {
    const from = referrals.length;
    await fetchNextPage();
    // The button moves or disappears, so the focus goes to the first new row.
    (list.current?.children[from] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <ul ref={list} className={classes.list}>
        {referrals.map((referral) => (
          <ReferralRow key={referral.id} referral={referral} zone={timezone} />
        ))}
      </ul>
      {hasNextPage && (
        <p className={classes.more}>
          <span>{`${referrals.length} of ${data.pages[0]?.total ?? 0} invitations`}</span>
          <Button kind="quiet" aria-disabled={isFetchingNextPage || undefined} onClick={() => void more()}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}
