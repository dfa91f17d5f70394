import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/error-message.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Bone, Loading } from '../../ui/feedback/Skeleton.tsx';
import classes from './TimeStep.module.css';

/** A skeleton while the times load, and an error with a retry when they cannot. */
export function TimesRead({ query, children }: { query: UseQueryResult; children: ReactNode }) {
  if (query.data !== undefined) return children;
  if (query.isError) {
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {errorMessage(query.error)}
      </ErrorState>
    );
  }
  return (
    <Loading what="the times">
      <div className={classes.bones}>
        {Array.from({ length: 8 }, (_, n) => (
          <Bone key={n} height="48px" />
        ))}
      </div>
    </Loading>
  );
}
