import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import type { AuditEntry } from '#shared/operator/contract-audit.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { auditLogQuery } from './api.ts';
import { AuditEntryRow } from './AuditEntryRow.tsx';
import { AuditFilter } from './AuditFilter.tsx';
import { readAuditSearch } from './audit-search.ts';
import classes from './AuditLogPage.module.css';

/** What operators and commands have changed (docs/product/operator.md#audit-log). */
export function AuditLogPage() {
  const search = readAuditSearch(useSearch({ strict: false }));
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(auditLogQuery(search));
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const list = useRef<HTMLUListElement>(null);
  const more = async (from: number) => {
    await fetchNextPage();
    // The button moves or disappears, so the focus goes to the first new entry.
    (list.current?.children[from] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <PageTitle>Audit log</PageTitle>
      <p className={classes.intro}>
        What operators and commands have changed. Entries are never changed and never deleted.
      </p>
      <AuditFilter search={search} operators={query.data?.pages[0]?.operators ?? []} />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the audit log" count={6} />}
        errorTitle="We could not load the audit log"
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <Nothing isFiltered={Object.keys(search).length > 0} />;
          return (
            <>
              <Entries entries={entries} zone={zone} list={list} />
              {hasNextPage && (
                <Button
                  kind="plain"
                  aria-disabled={isFetchingNextPage || undefined}
                  onClick={() => void more(entries.length)}
                >
                  {isFetchingNextPage ? 'Loading…' : 'Show older'}
                </Button>
              )}
            </>
          );
        }}
      </QueryView>
    </>
  );
}

interface EntriesProps {
  readonly entries: readonly AuditEntry[];
  readonly zone: string;
  readonly list: RefObject<HTMLUListElement | null>;
}

function Entries({ entries, zone, list }: EntriesProps) {
  return (
    <ul ref={list} className={classes.list}>
      {entries.map((entry) => (
        <AuditEntryRow key={entry.id} entry={entry} zone={zone} />
      ))}
    </ul>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="Nothing was found">No change is of this kind. Choose less to see more.</EmptyState>
  ) : (
    <EmptyState title="Nothing has been changed yet">
      As soon as an operator or a command changes something, it is here.
    </EmptyState>
  );
}
