import type { ReactNode } from 'react';
import { ProblemError } from '../lib/api.ts';
import { QueryView, type QueryState } from '../lib/QueryView.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FactsSkeleton } from '../ui/layout/Facts.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import classes from './ObjectPage.module.css';
import { PathLink } from './PathLink.tsx';

interface ObjectPageProps<T> {
  /** The list that it is in. */
  readonly list: { readonly to: string; readonly text: string };
  /** Such as "person". */
  readonly what: string;
  /** The title where the address names none. */
  readonly none: string;
  /** Why there may be none. */
  readonly why?: string;
  /** Facts of the skeleton. */
  readonly facts?: number;
  readonly query: QueryState<T>;
  readonly children: (found: T) => ReactNode;
}

/** The frame of a page about one object: the way back, and what stands there while it loads, fails or names nothing. */
export function ObjectPage<T>(props: ObjectPageProps<T>) {
  const { list, what, none, why = 'The address may be cut off.', facts = 6, query, children } = props;
  return (
    <>
      <p className={classes.back}>
        <PathLink to={list.to}>{list.text}</PathLink>
      </p>
      {namesNothing(query.error) ? (
        <>
          <PageTitle>{none}</PageTitle>
          <EmptyState title={`There is no such ${what}`}>{why}</EmptyState>
        </>
      ) : (
        <QueryView
          query={query}
          loading={<FactsSkeleton what={`the ${what}`} count={facts} />}
          errorTitle={`We could not load this ${what}`}
        >
          {children}
        </QueryView>
      )}
    </>
  );
}

/** Whether an address names nothing, or no id at all. */
const namesNothing = (error: unknown): boolean =>
  error instanceof ProblemError && ['not_found', 'malformed'].includes(error.problem.code);
