import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { PagedList } from '../PagedList.tsx';
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
            <PagedList query={query} more="Show older" count={entries.length}>
              {entries.map((entry) => (
                <AuditEntryRow key={entry.id} entry={entry} zone={zone} />
              ))}
            </PagedList>
          );
        }}
      </QueryView>
    </>
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
