import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { PagedList } from '../PagedList.tsx';
import { peopleQuery } from './api.ts';
import { PeopleFilterBar } from './PeopleFilterBar.tsx';
import { PeopleTabs } from './PeopleTabs.tsx';
import { PersonRow } from './PersonRow.tsx';
import { readPeopleFilter } from './people-search.ts';

const loadInviteDialog = async () => (await import('./InviteDialog.tsx')).InviteDialog;

/** Everybody with an account (docs/product/operator.md#people). */
export function PeoplePage() {
  const filter = readPeopleFilter(useSearch({ strict: false }));
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(peopleQuery(filter));
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PeopleTabs title="People" actions={<Button onClick={() => setInviting(true)}>Invite</Button>} />
      <PeopleFilterBar filter={filter} />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the people" count={8} />}
        errorTitle="We could not load the people"
      >
        {({ pages }) => {
          const people = pages.flatMap((page) => page.people);
          if (people.length === 0)
            return (
              <EmptyState title="Nobody was found">
                A search finds beginnings of words of the name and the address, or of the id. Write less, or
                choose fewer filters.
              </EmptyState>
            );
          return (
            <div aria-busy={query.isPlaceholderData}>
              <PagedList query={query} more="Show more" count={people.length}>
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} zone={zone} />
                ))}
              </PagedList>
            </div>
          );
        }}
      </QueryView>
      {isInviting && (
        <LazyComponent load={loadInviteDialog} enabled props={{ onClose: () => setInviting(false) }} />
      )}
    </>
  );
}
