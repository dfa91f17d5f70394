import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { OpenFrame } from '../../lib/frame/OpenFrame.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { meQuery, useStudio } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { Questions } from '../../ui/layout/Questions.tsx';
import { SearchBox } from '../../ui/form/SearchBox.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { faqsQuery } from '../api.ts';
import { findQuestions } from './find-questions.ts';
import classes from './FaqPage.module.css';

interface FaqPageProps {
  /** The layout of signed-in screens. */
  readonly Shell: ComponentType<{ readonly children: ReactNode }>;
}

/** The FAQ, which is the Help Center where none is configured; inside the shell for signed-in people. */
export function FaqPage({ Shell }: FaqPageProps) {
  const { data: me, isPending } = useQuery(meQuery);
  if (isPending) return <OpenFrame>{null}</OpenFrame>;
  // Before a plan is chosen, the shell's links lead nowhere.
  if (!me || me.status === 'signup')
    return (
      <OpenFrame>
        <QuestionSearch />
      </OpenFrame>
    );
  return (
    <Suspense fallback={<OpenFrame>{null}</OpenFrame>}>
      <Shell>
        <QuestionSearch />
      </Shell>
    </Suspense>
  );
}

function QuestionSearch() {
  const query = useQuery(faqsQuery);
  const email = useStudio()?.support_email ?? null;
  const [searchText, setSearchText] = useState('');
  const matches = findQuestions(query.data ?? [], searchText);
  return (
    <div className={classes.page}>
      <PageTitle tab="FAQ">Frequently asked questions</PageTitle>
      <QueryView query={query} loading={<RowsSkeleton what="the questions" />}>
        {(faqs) =>
          faqs.length === 0 ? (
            <EmptyState title="No questions yet">Nobody has asked so far. Be the first.</EmptyState>
          ) : (
            <>
              <SearchBox label="Search the questions" value={searchText} onChange={setSearchText} />
              <output className={classes.found}>
                {searchText.trim() === '' ? '' : foundText(matches.length)}
              </output>
              <Questions questions={matches} />
            </>
          )
        }
      </QueryView>
      {query.data !== undefined && email !== null && (
        <p className={classes.more}>
          Didn't find it? Write to <a href={`mailto:${email}`}>{email}</a>.
        </p>
      )}
    </div>
  );
}

const foundText = (count: number): string =>
  count === 0 ? 'No question has these words.' : `${count} ${count === 1 ? 'question' : 'questions'}`;
