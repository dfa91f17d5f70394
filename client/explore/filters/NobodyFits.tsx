import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { emptyText, whenText } from '#shared/explore/rules.ts';
import { FILTERS } from '#shared/explore/texts.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { soonestQuery } from '../api.ts';
import classes from './Filters.module.css';
import { narrowedBy } from './filters.ts';
import type { Filters } from './use-filters.ts';

/** Why nobody is listed, and who is free soonest; the chips above lead back to everybody. */
export function NobodyFits({ filters }: { readonly filters: Filters }) {
  const by = narrowedBy(filters.search);
  const { title, body } = emptyText(by);
  return (
    <EmptyState title={title} action={by === 'time' && <Soonest />}>
      {body ?? undefined}
    </EmptyState>
  );
}

/** The three musicians who are free soonest, whatever they play. */
function Soonest() {
  const { data } = useQuery(soonestQuery);
  const { timezone } = useMe();
  const now = useNowFor((at) =>
    data?.map(({ start_date }) => whenText(Temporal.Instant.from(start_date), timezone, at)),
  );
  if (data === undefined || data.length === 0) return null;
  return (
    <div className={classes.wayOn}>
      <p>{FILTERS.soonest}</p>
      <ul className={classes.soonest}>
        {data.map(({ partner_id, slug, name, start_date }) => (
          <li key={partner_id}>
            <Link to="/explore/$slug" params={{ slug }} search={true} resetScroll={false}>
              {name}
            </Link>
            : {whenText(Temporal.Instant.from(start_date), timezone, now)}
          </li>
        ))}
      </ul>
    </div>
  );
}
