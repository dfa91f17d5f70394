import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { emptyText, toggleInstrument } from '#shared/explore/rules.ts';
import { EXPLORE } from '#shared/explore/texts.ts';
import { errorMessage } from '../lib/error-message.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { useNow } from '../lib/use-now.ts';
import { Announcements } from '../content/announcements/Announcements.tsx';
import { Button } from '../ui/button/Button.tsx';
import { Chips } from '../ui/layout/Chips.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { CardsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { instrumentsQuery, partnersQuery } from './api.ts';
import { MusicianCard } from './MusicianCard.tsx';
import classes from './ExplorePage.module.css';

/** The musicians' listing; the booking panel opens over it (docs/product/explore.md#listing). */
export function ExplorePage() {
  const { instrument } = useSearch({ from: '/signed-in/explore' });
  // Instruments come above the list, so it waits for them: nothing shifts under a tap.
  const { isPending, failureCount } = useQuery(instrumentsQuery);
  const loading = <CardsSkeleton what="the musicians" />;
  usePrefetchInfiniteQuery(partnersQuery(instrument));
  return (
    <>
      <PageTitle tab="Explore">{"Who's playing on your track?"}</PageTitle>
      {isPending && failureCount === 0 ? (
        loading
      ) : (
        <Announcements place="explore" loading={loading}>
          <InstrumentTabs present={instrument ?? null} />
          <Musicians key={instrument ?? ''} instrument={instrument} />
        </Announcements>
      )}
      <Outlet />
    </>
  );
}

/** All plus each instrument; the active one again resets to all. */
function InstrumentTabs({ present }: { present: string | null }) {
  const { data: instruments = [] } = useQuery(instrumentsQuery);
  const navigate = useNavigate();
  const choose = (chosen: string) => {
    const next = toggleInstrument(present, chosen === '' ? null : chosen);
    void navigate({ to: '/explore', search: next === null ? {} : { instrument: next }, resetScroll: false });
  };
  return (
    <div className={classes.tabs}>
      <Chips
        label="Instruments"
        present={present ?? ''}
        onChange={choose}
        chips={[
          { key: '', text: EXPLORE.all },
          ...instruments.map(({ slug, label }) => ({ key: slug, text: label })),
        ]}
      />
    </div>
  );
}

function Musicians({ instrument }: { instrument: string | undefined }) {
  const query = useInfiniteQuery(partnersQuery(instrument));
  const { error, isFetching, refetch } = query;
  const { timezone } = useMe();
  const now = useNow();
  const list = useRef<HTMLUListElement>(null);
  const cards = query.data?.pages.flatMap(({ partners }) => partners) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const focusWhenLoaded = useFocusFirstNew(list, cards.length);
  // An empty list that fails to refresh shows the error.
  const data = error !== null && cards.length === 0 ? undefined : query.data;

  const more = () => {
    focusWhenLoaded(cards.length);
    void query.fetchNextPage();
  };
  return (
    <QueryView query={{ data, error, isFetching, refetch }} loading={<CardsSkeleton what="the musicians" />}>
      {() =>
        cards.length === 0 ? (
          <NoMusicians instrument={instrument ?? null} />
        ) : (
          <>
            <ul className={classes.cards} ref={list}>
              {cards.map((card) => (
                <li key={card.id}>
                  <MusicianCard card={card} zone={timezone} now={now} />
                </li>
              ))}
            </ul>
            <div className={classes.footer}>
              {query.isFetchNextPageError && (
                <p role="alert" className={classes.failure}>
                  {errorMessage(error)}
                </p>
              )}
              <p>
                {cards.length} of {total} {total === 1 ? 'musician' : 'musicians'}. {EXPLORE.calendarHint}
              </p>
              {query.hasNextPage && (
                <Button kind="plain" onClick={more} aria-disabled={query.isFetchingNextPage || undefined}>
                  {query.isFetchingNextPage ? 'Loading more...' : 'Show more'}
                </Button>
              )}
            </div>
          </>
        )
      }
    </QueryView>
  );
}

function NoMusicians({ instrument }: { instrument: string | null }) {
  const { title, body } = emptyText(instrument);
  return body === null ? <EmptyState title={title} /> : <EmptyState title={title}>{body}</EmptyState>;
}

/** After "Show more", moves the focus to the first new card. */
function useFocusFirstNew(list: React.RefObject<HTMLUListElement | null>, count: number) {
  const from = useRef<number | null>(null);
  useEffect(() => {
    if (from.current === null || count <= from.current) return;
    const first = list.current?.children[from.current]?.querySelector('a');
    from.current = null;
    first?.focus({ preventScroll: true });
  }, [count, list]);
  return (at: number) => {
    from.current = at;
  };
}
