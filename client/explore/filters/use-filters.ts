import { useNavigate, useSearch } from '@tanstack/react-router';
import { readExploreSearch, type ExploreSearch } from '../explore-search.ts';
import { changed, type Change } from './filters.ts';

/** The filters of the address and what changes them. `replace`: without a step in the browser's history. */
export interface Filters {
  readonly search: ExploreSearch;
  readonly change: (change: Change, options?: { readonly replace?: boolean }) => void;
  /** Takes all away but the order. */
  readonly clear: () => void;
}

/** The filters that the address names (docs/product/explore.md#filters). */
export function useFilters(): Filters {
  const search = readExploreSearch({ ...useSearch({ from: '/signed-in/explore' }) });
  const navigate = useNavigate();
  const go = (next: ExploreSearch, replace = false) =>
    void navigate({ to: '/explore', search: next, replace, resetScroll: false });
  return {
    search,
    change: (change, { replace = false } = {}) =>
      void navigate({
        to: '/explore',
        search: (previous) => changed(readExploreSearch({ ...previous }), change),
        replace,
        resetScroll: false,
      }),
    clear: () => go(search.sort === undefined ? {} : { sort: search.sort }),
  };
}
