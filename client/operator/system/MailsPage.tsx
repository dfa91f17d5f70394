import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PagedList } from '../PagedList.tsx';
import { mailsQuery } from './api.ts';
import { MailRow } from './MailRow.tsx';
import { MailsFilterBar } from './MailsFilterBar.tsx';
import { readMailsFilter } from './system-search.ts';
import { SystemTabs } from './SystemTabs.tsx';

/** The log of mails (docs/product/operator.md#mails). */
export function MailsPage() {
  const filter = readMailsFilter(useSearch({ strict: false }));
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(mailsQuery(filter));
  return (
    <>
      <SystemTabs />
      <MailsFilterBar filter={filter} person={query.data?.pages[0]?.person?.name ?? null} />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the mails" count={8} />}
        errorTitle="We could not load the mails"
      >
        {({ pages }) => {
          const mails = pages.flatMap((page) => page.mails);
          if (mails.length === 0)
            return (
              <EmptyState title="No mail was found">
                A mail is here once it was tried for the first time. Choose fewer filters to see more.
              </EmptyState>
            );
          return (
            <PagedList query={query} more="Show older" count={mails.length}>
              {mails.map((mail) => (
                <MailRow key={mail.id} mail={mail} zone={zone} />
              ))}
            </PagedList>
          );
        }}
      </QueryView>
    </>
  );
}
