import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { isTimed } from '#shared/explore/rules-filters.ts';
import { FILTERS } from '#shared/explore/texts.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { CardsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { searchQuery } from '../api.ts';
import { CardList } from '../CardList.tsx';
import { ListFooter, useFocusFirstNew } from '../ListFooter.tsx';
import { MusicianCard } from '../MusicianCard.tsx';
import { countText } from './filters.ts';
import classes from './Filters.module.css';
import { FreeDays } from './FreeDays.tsx';
import { FreeTimes } from './FreeTimes.tsx';
import { NobodyFits } from './NobodyFits.tsx';
import type { Filters } from './use-filters.ts';

/** Who fits, with how many they are. While another search loads, the list before stays, dimmed. */
export function FoundMusicians({ filters }: { readonly filters: Filters }) {
  const { search } = filters;
  const query = useInfiniteQuery(searchQuery(search));
  const { error, isFetching, isPlaceholderData, refetch } = query;
  const { timezone, has_limitations } = useMe();
  const list = useRef<HTMLUListElement>(null);
  const cards = query.data?.pages.flatMap(({ partners }) => partners) ?? [];
  const total = query.data?.pages[0]?.total ?? 0;
  const focusWhenLoaded = useFocusFirstNew(list, cards.length);
  // An empty list that fails to refresh shows the error.
  const data = error !== null && cards.length === 0 ? undefined : query.data;
  const zone = search.timezone ?? timezone;
  const more = () => {
    focusWhenLoaded(cards.length);
    void query.fetchNextPage();
  };
  return (
    <QueryView query={{ data, error, isFetching, refetch }} loading={<CardsSkeleton what="the musicians" />}>
      {() => (
        <div
          className={classes.found}
          data-dimmed={isPlaceholderData || undefined}
          aria-busy={isPlaceholderData}
        >
          <output className={classes.total}>{countText(total, search)}</output>
          {has_limitations && isTimed(search) && <p className={classes.note}>{FILTERS.limited}</p>}
          {cards.length === 0 ? (
            <NobodyFits filters={filters} />
          ) : (
            <>
              <CardList cards={cards} list={list}>
                {(card) => (
                  <MusicianCard card={card} zone={zone}>
                    <FreeTimes at={card.free_at} zone={zone} />
                    <FreeDays musicianId={card.id} name={card.name} zone={timezone} />
                  </MusicianCard>
                )}
              </CardList>
              <ListFooter shown={cards.length} total={total} query={query} onMore={more} />
            </>
          )}
        </div>
      )}
    </QueryView>
  );
}
