import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { emptyText } from '#shared/explore/rules.ts';
import { useFlag } from '../lib/flags.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { Announcements } from '../content/announcements/Announcements.tsx';
import { MiniPlayer } from '../catalogue/samples/MiniPlayer.tsx';
import { SamplePlayerProvider, useSamplePlayer } from '../catalogue/samples/sample-player.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { CardsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { instrumentsQuery, partnersQuery } from './api.ts';
import { ProExplore } from './filters/ProExplore.tsx';
import { CardList } from './CardList.tsx';
import { InstrumentTabs } from './InstrumentTabs.tsx';
import { ListFooter, useFocusFirstNew } from './ListFooter.tsx';
import { MusicianCard } from './MusicianCard.tsx';

/** The musicians' listing; the booking panel opens over it (docs/product/explore.md#listing). */
export function ExplorePage() {
  const isPro = useFlag('pro-explore-filters');
  const player = useSamplePlayer();
  return (
    <SamplePlayerProvider value={player}>
      <PageTitle tab="Explore">{"Who's playing on your track?"}</PageTitle>
      {isPro ? <ProExplore /> : <SimpleExplore />}
      <Outlet />
      <MiniPlayer player={player} />
    </SamplePlayerProvider>
  );
}

/** The listing with its instrument tabs. */
function SimpleExplore() {
  const { instrument } = useSearch({ from: '/signed-in/explore' });
  // Instruments come above the list, so it waits for them: nothing shifts under a tap.
  const { isPending, failureCount } = useQuery(instrumentsQuery);
  const loading = <CardsSkeleton what="the musicians" />;
  usePrefetchInfiniteQuery(partnersQuery(instrument));
  const navigate = useNavigate();
  if (isPending && failureCount === 0) return loading;
  return (
    <Announcements place="explore" loading={loading}>
      <InstrumentTabs
        present={instrument ?? null}
        onChange={(next) =>
          void navigate({
            to: '/explore',
            search: next === null ? {} : { instrument: next },
            resetScroll: false,
          })
        }
      />
      <Musicians key={instrument ?? ''} instrument={instrument} />
    </Announcements>
  );
}

function Musicians({ instrument }: { instrument: string | undefined }) {
  const query = useInfiniteQuery(partnersQuery(instrument));
  const { error, isFetching, refetch } = query;
  const { timezone } = useMe();
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
            <CardList cards={cards} list={list}>
              {(card) => <MusicianCard card={card} zone={timezone} />}
            </CardList>
            <ListFooter shown={cards.length} total={total} query={query} onMore={more} />
          </>
        )
      }
    </QueryView>
  );
}

function NoMusicians({ instrument }: { instrument: string | null }) {
  const { title, body } = emptyText(instrument === null ? null : 'instrument');
  return body === null ? <EmptyState title={title} /> : <EmptyState title={title}>{body}</EmptyState>;
}
