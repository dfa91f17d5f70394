import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OTHER_CALENDARS } from '#shared/calendar/texts-outside.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { otherCalendarsQuery, type Conflict } from './api.ts';
import classes from './OthersCard.module.css';

const SHOWN = 3;

/** Sessions during which another calendar is busy (docs/product/other-calendars.md#conflicts). */
export function Conflicts({ zone }: { zone: string }) {
  const { data } = useQuery(otherCalendarsQuery);
  const conflicts = data?.conflicts ?? [];
  if (conflicts.length === 0) return null;
  const more = conflicts.length - SHOWN;
  return (
    <div className={classes.conflicts}>
      <Notice tone="danger" title={OTHER_CALENDARS.conflicts}>
        <ul>
          {conflicts.slice(0, SHOWN).map((one) => (
            <li key={`${one.session_id} ${one.busy_from} ${one.busy_until}`}>
              <Link to="/sessions/$id/{-$tab}" params={{ id: String(one.session_id) }}>
                {sessionTime(one, zone)}
              </Link>{' '}
              {OTHER_CALENDARS.busy(one.calendar)}
            </li>
          ))}
        </ul>
        {more > 0 && <p>And {more} more.</p>}
      </Notice>
    </div>
  );
}

function sessionTime({ starts_at, ends_at }: Conflict, zone: string): string {
  const [from, to] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)];
  return `Session on ${formatDay(from, zone)}, ${formatTime(from, zone)} to ${formatTime(to, zone)}`;
}
