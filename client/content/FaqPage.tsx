import { useQuery } from '@tanstack/react-query';
import { OpenFrame } from '../app/OpenFrame.tsx';
import { wordsOf } from '../app/problem-words.ts';
import { useStudio } from '../app/session.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { Questions } from '../ui/Questions.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { faqsQuery } from './api.ts';
import classes from './FaqPage.module.css';

/** Questions people ask: what the Help Center is, where none is configured (decisions 1). */
export function FaqPage() {
  const { data: faqs, error, isFetching, refetch } = useQuery(faqsQuery);
  const email = useStudio()?.support_email ?? null;
  return (
    <OpenFrame>
      <div className={classes.page}>
        <PageTitle tab="FAQ">Frequently asked questions</PageTitle>
        {faqs !== undefined ? (
          faqs.length === 0 ? (
            <EmptyState title="No questions yet">Nobody has asked so far. Be the first.</EmptyState>
          ) : (
            <Questions questions={faqs} />
          )
        ) : error !== null ? (
          <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
            {wordsOf(error)}
          </ErrorState>
        ) : (
          <RowsSkeleton what="the questions" />
        )}
        {email !== null && (
          <p className={classes.more}>
            Did not find it? Write to <a href={`mailto:${email}`}>{email}</a>.
          </p>
        )}
      </div>
    </OpenFrame>
  );
}
