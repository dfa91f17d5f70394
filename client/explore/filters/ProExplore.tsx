import { useInfiniteQuery, usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FILTERS } from '#shared/explore/texts.ts';
import { Announcements } from '../../content/announcements/Announcements.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { CardsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { useSidebar } from '../../ui/layout/use-mobile.ts';
import { instrumentsQuery, partnerFiltersQuery, searchQuery } from '../api.ts';
import { InstrumentTabs } from '../InstrumentTabs.tsx';
import { ActiveFilters, useChips } from './ActiveFilters.tsx';
import { FilterFields } from './FilterFields.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import classes from './Filters.module.css';
import { FoundMusicians } from './FoundMusicians.tsx';
import { useFilters, type Filters } from './use-filters.ts';

/** The listing with filters: a sidebar, or a sheet where there is no room (docs/product/explore.md#filters). */
export function ProExplore() {
  const filters = useFilters();
  // Instruments and services come above and beside the list, so it waits for them: nothing shifts under a tap.
  const instruments = useQuery(instrumentsQuery);
  const offered = useQuery(partnerFiltersQuery);
  usePrefetchInfiniteQuery(searchQuery(filters.search));
  const loading = <CardsSkeleton what="the musicians" />;
  if ([instruments, offered].some(({ isPending, failureCount }) => isPending && failureCount === 0))
    return loading;
  return (
    <Announcements place="explore" withBillboards loading={loading}>
      <Layout filters={filters} />
    </Announcements>
  );
}

function Layout({ filters }: { readonly filters: Filters }) {
  const { search, change } = filters;
  const hasSidebar = useSidebar();
  const chips = useChips(filters);
  const query = useInfiniteQuery(searchQuery(search));
  const total = query.data?.pages[0]?.total;
  return (
    <div className={classes.layout} data-sidebar={hasSidebar || undefined}>
      <aside aria-label={FILTERS.title} className={classes.sidebar}>
        <SearchField
          label={FILTERS.search}
          placeholder={FILTERS.searchHint}
          value={search.q ?? ''}
          onSearch={(q) => change({ q: q === '' ? undefined : q }, { replace: true })}
        />
        {hasSidebar ? (
          <FilterFields filters={filters} />
        ) : (
          <FilterSheet
            filters={filters}
            active={chips.length}
            total={query.isPlaceholderData ? undefined : total}
          />
        )}
      </aside>
      <div className={classes.main}>
        <InstrumentTabs
          present={search.instrument ?? null}
          onChange={(instrument) => change({ instrument: instrument ?? undefined })}
        />
        <ActiveFilters filters={filters} />
        <FoundMusicians filters={filters} />
      </div>
    </div>
  );
}
