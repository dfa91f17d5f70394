import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordsOf } from '../../app/problem-words.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Bone, Loading } from '../../ui/Skeleton.tsx';
import classes from './TimeStep.module.css';

/** What stands where the times will be while they are read, and when they cannot be. */
export function TimesRead({ query, children }: { query: UseQueryResult; children: ReactNode }) {
  if (query.data !== undefined) return children;
  if (query.isError) {
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {wordsOf(query.error)}
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
