import { FILTERS } from '#shared/explore/texts.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import classes from './Filters.module.css';

/** When the first bookings in the wanted time begin, by day, in the zone of the search. Nothing without. */
export function FreeTimes({ at, zone }: { readonly at: readonly string[]; readonly zone: string }) {
  if (at.length === 0) return null;
  const byDay = Map.groupBy(at, (instant) => formatDay(Temporal.Instant.from(instant), zone));
  return (
    <>
      {[...byDay].map(([day, instants]) => (
        <p key={day} className={classes.free}>
          {FILTERS.freeOn(day)}
          <span>
            {instants.map((instant) => formatTime(Temporal.Instant.from(instant), zone)).join(' · ')}
          </span>
        </p>
      ))}
    </>
  );
}
