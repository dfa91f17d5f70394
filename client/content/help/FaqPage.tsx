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
  /** The frame of the screens behind the login. */
  readonly Shell: ComponentType<{ readonly children: ReactNode }>;
}

/** Questions people ask: the Help Center where none is configured; inside the shell for who is signed in. */
export function FaqPage({ Shell }: FaqPageProps) {
  const { data: me, isPending } = useQuery(meQuery);
  if (isPending) return <OpenFrame>{null}</OpenFrame>;
  // Who has no plan yet has no studio to go around in.
  if (!me || me.status === 'signup')
    return (
      <OpenFrame>
        <Faqs />
      </OpenFrame>
    );
  return (
    <Suspense fallback={<OpenFrame>{null}</OpenFrame>}>
      <Shell>
        <Faqs />
      </Shell>
    </Suspense>
  );
}

function Faqs() {
  const query = useQuery(faqsQuery);
  const email = useStudio()?.support_email ?? null;
  const [words, setWords] = useState('');
  const found = findQuestions(query.data ?? [], words);
  return (
    <div className={classes.page}>
      <PageTitle tab="FAQ">Frequently asked questions</PageTitle>
      <QueryView query={query} loading={<RowsSkeleton what="the questions" />}>
        {(faqs) =>
          faqs.length === 0 ? (
            <EmptyState title="No questions yet">Nobody has asked so far. Be the first.</EmptyState>
          ) : (
            <>
              <SearchBox label="Search the questions" value={words} onChange={setWords} />
              <output className={classes.found}>{words.trim() === '' ? '' : foundText(found.length)}</output>
              <Questions questions={found} />
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
