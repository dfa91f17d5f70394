import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { PagedList } from '../PagedList.tsx';
import { sessionsQuery } from './api.ts';
import { SessionsFilterBar } from './SessionsFilterBar.tsx';
import { SessionRow } from './SessionRow.tsx';
import { readSessionsFilter } from './sessions-search.ts';

const loadBookDialog = async () => (await import('./BookDialog.tsx')).BookDialog;

/** All sessions (docs/product/operator.md#sessions). */
export function SessionsPage() {
  const filter = readSessionsFilter(useSearch({ strict: false }));
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(sessionsQuery(filter));
  const [isBooking, setBooking] = useState(false);
  const first = query.data?.pages[0];
  return (
    <>
      <PageTitle actions={<Button onClick={() => setBooking(true)}>Book a session</Button>}>
        Sessions
      </PageTitle>
      <SessionsFilterBar filter={filter} known={first} />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the sessions" count={8} />}
        errorTitle="We could not load the sessions"
      >
        {({ pages }) => {
          const sessions = pages.flatMap((page) => page.sessions);
          if (sessions.length === 0) return <Nothing isFiltered={Object.keys(filter).length > 0} />;
          return (
            <div aria-busy={query.isPlaceholderData}>
              <PagedList query={query} more="Show more" count={sessions.length} wide>
                {sessions.map((session) => (
                  <SessionRow key={session.id} session={session} zone={zone} />
                ))}
              </PagedList>
            </div>
          );
        }}
      </QueryView>
      {isBooking && (
        <LazyComponent
          load={loadBookDialog}
          enabled
          props={{
            client: first?.client ?? null,
            musician: first?.musician ?? null,
            onClose: () => setBooking(false),
          }}
        />
      )}
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No session was found">Choose fewer filters to see more.</EmptyState>
  ) : (
    <EmptyState title="No session has been booked yet">
      As soon as somebody books, it is here. You can book for clients yourself.
    </EmptyState>
  );
}
