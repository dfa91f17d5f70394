import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { REFERRAL_TAB } from '../../../shared/referrals/texts.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useMe } from '../../app/session.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { referralsQuery } from '../api.ts';
import { ReferralRow } from './ReferralRow.tsx';
import classes from './ReferralHistory.module.css';

/** Everybody the signed-in person invited, the last sent first. */
export function ReferralHistory() {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(referralsQuery);
  const { timezone } = useMe();
  const now = useNow(60_000);
  const list = useRef<HTMLUListElement>(null);

  if (data === undefined && error === null) return <RowsSkeleton what="your invitations" count={3} />;
  if (data === undefined) {
    return (
      <ErrorState
        title="We could not load your invitations"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {wordsOf(error)}
      </ErrorState>
    );
  }
  const referrals = data.pages.flatMap((page) => page.referrals);
  if (referrals.length === 0)
    return <EmptyState title={REFERRAL_TAB.emptyTitle}>{REFERRAL_TAB.emptyBody}</EmptyState>;
  const more = async () => {
    const from = referrals.length;
    await fetchNextPage();
    // The button moves away or is gone: those who came by key go on at the first new row.
    (list.current?.children[from] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <ul ref={list} className={classes.list}>
        {referrals.map((referral) => (
          <ReferralRow key={referral.id} referral={referral} zone={timezone} now={now} />
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
