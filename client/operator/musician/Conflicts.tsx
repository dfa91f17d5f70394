import { formatDay, formatTime } from '#shared/lib/time.ts';
import type { MusicianConflict } from '#shared/operator/musicians/contract-musician.ts';
import { paths } from '../../lib/paths.ts';
import { PathLink } from '../PathLink.tsx';
import classes from './MusicianPage.module.css';

interface ConflictsProps {
  readonly conflicts: readonly MusicianConflict[];
  readonly zone: string;
}

/** Booked sessions during which another calendar of the musician is busy. */
export function Conflicts({ conflicts, zone }: ConflictsProps) {
  return (
    <ul className={classes.plain}>
      {conflicts.map(({ session_id, calendar, ...times }) => (
        <li key={`${session_id} ${times.busy_from} ${calendar}`}>
          <PathLink to={paths.session(session_id)}>Session #{session_id}</PathLink>{' '}
          <span className={classes.small}>
            {span(times.starts_at, times.ends_at, zone)}; {calendar} is busy{' '}
            {span(times.busy_from, times.busy_until, zone)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** "Tue 24 Nov 26, 14:00 to 14:30". */
function span(from: string, until: string, zone: string): string {
  const [start, end] = [Temporal.Instant.from(from), Temporal.Instant.from(until)];
  const [day, last] = [formatDay(start, zone), formatDay(end, zone)];
  const ending = day === last ? formatTime(end, zone) : `${last}, ${formatTime(end, zone)}`;
  return `${day}, ${formatTime(start, zone)} to ${ending}`;
}
