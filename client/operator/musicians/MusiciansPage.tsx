import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PAGE_STATES } from '#shared/operator/musicians/rules-musicians.ts';
import { PAGE_LABELS } from '#shared/operator/musicians/texts-musicians.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { consolePaths } from '../console-paths.ts';
import { PagedList } from '../PagedList.tsx';
import { PathLink } from '../PathLink.tsx';
import { musiciansQuery } from './api.ts';
import classes from './Musicians.module.css';
import { MusicianRow } from './MusicianRow.tsx';
import { readMusiciansFilter, type MusiciansFilter } from './musicians-search.ts';
import { MusiciansTabs } from './MusiciansTabs.tsx';

/** All musicians (docs/product/operator.md#musicians). */
export function MusiciansPage() {
  const filter = readMusiciansFilter(useSearch({ strict: false }));
  const { timezone: zone } = useMe();
  const query = useInfiniteQuery(musiciansQuery(filter));
  return (
    <>
      <MusiciansTabs title="Musicians" />
      <FilterBar filter={filter} />
      <QueryView
        query={query}
        loading={<RowsSkeleton what="the musicians" count={8} />}
        errorTitle="We could not load the musicians"
      >
        {({ pages }) => {
          const musicians = pages.flatMap((page) => page.musicians);
          if (musicians.length === 0) return <Nothing isFiltered={Object.keys(filter).length > 0} />;
          return (
            <div aria-busy={query.isPlaceholderData}>
              <PagedList query={query} more="Show more" count={musicians.length} wide>
                {musicians.map((musician) => (
                  <MusicianRow key={musician.id} musician={musician} zone={zone} />
                ))}
              </PagedList>
            </div>
          );
        }}
      </QueryView>
    </>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No musician was found">
      A search finds beginnings of words of the name, the address and the title. Write less, or choose every
      page.
    </EmptyState>
  ) : (
    <EmptyState title="There is no musician yet">
      Invite the first in <PathLink to={paths.people()}>People</PathLink>.
    </EmptyState>
  );
}

const PAGES = PAGE_STATES.map((value) => ({ value, label: PAGE_LABELS[value] }));

/** Chooses which musicians are listed; the address has it. */
function FilterBar({ filter }: { readonly filter: MusiciansFilter }) {
  const navigate = useNavigate();
  const show = (next: MusiciansFilter) =>
    void navigate({ href: consolePaths.musicians({ ...next }), replace: true, resetScroll: false });
  const change = (part: Record<string, string | null>) => show(readMusiciansFilter({ ...filter, ...part }));
  return (
    <search aria-label="Filter of the musicians" className={classes.bar}>
      <SearchField
        label="Search"
        placeholder="Name, address or title"
        value={filter.q ?? ''}
        onSearch={(q) => change({ q })}
      />
      <SelectBox
        label="Page"
        placeholder="Every page"
        data={PAGES}
        clearable
        value={filter.page ?? null}
        onChange={(page) => change({ page })}
      />
      {Object.keys(filter).length > 0 && (
        <Button kind="quiet" className={classes.all} onClick={() => show({})}>
          Show all musicians
        </Button>
      )}
    </search>
  );
}
