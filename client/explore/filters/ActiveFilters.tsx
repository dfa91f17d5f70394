import { useQuery } from '@tanstack/react-query';
import { FILTERS } from '#shared/explore/texts.ts';
import { zoneLabel } from '#shared/lib/time.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { instrumentsQuery, partnerFiltersQuery } from '../api.ts';
import { chipsOf, type FilterChip } from './filters.ts';
import classes from './Filters.module.css';
import type { Filters } from './use-filters.ts';

/** The filters that are on, as chips. */
export function useChips({ search }: Filters): FilterChip[] {
  const { data: instruments = [] } = useQuery(instrumentsQuery);
  const { data: offered } = useQuery(partnerFiltersQuery);
  // Only the zone's offset depends on it.
  const now = useNowFor((at) => search.timezone && zoneLabel(search.timezone, at), 60_000);
  return chipsOf(search, {
    instruments: new Map(instruments.map(({ slug, label }) => [slug, label])),
    services: new Map(offered?.services.map(({ value, label }) => [value, label])),
    now,
  });
}

/** Each chip takes its filter away; one press takes all away. Nothing without filters. */
export function ActiveFilters({ filters }: { readonly filters: Filters }) {
  const chips = useChips(filters);
  if (chips.length === 0) return null;
  return (
    <div className={classes.active}>
      <ul aria-label={FILTERS.active} className={classes.chips}>
        {chips.map(({ key, text, without }) => (
          <li key={key}>
            <button
              type="button"
              className={classes.chip}
              aria-label={FILTERS.remove(text)}
              onClick={() => filters.change(without)}
            >
              {text}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.clear} onClick={filters.clear}>
        {FILTERS.clear}
      </button>
    </div>
  );
}
