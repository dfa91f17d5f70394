import { freeDays } from '#shared/explore/rules-page.ts';
import { EXPLORE } from '#shared/explore/texts.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { formatTime, zoneLabel } from '#shared/lib/time.ts';
import { useNowFor } from '../../lib/use-now.ts';
import classes from './FreeTimesList.module.css';

interface FreeTimesListProps {
  readonly times: readonly string[];
  readonly zone: string;
}

/** When somebody is free next, by day of the reader's zone. */
export function FreeTimesList({ times, zone }: FreeTimesListProps) {
  const now = useNowFor((at) => [zoneLabel(zone, at), freeDays(times, zone, at)]);
  if (times.length === 0) return <p className={classes.none}>{EXPLORE.noNextFree}</p>;
  return (
    <>
      <dl className={classes.days}>
        {freeDays(times, zone, now).map(({ day, times: instants, more }) => (
          <div key={day}>
            <dt>{day}</dt>
            {instants.map((at) => (
              <dd key={at.toString()}>
                <time dateTime={at.toString()}>{formatTime(at, zone)}</time>
              </dd>
            ))}
            {more > 0 && <dd data-more>{PAGE.moreTimes(more)}</dd>}
          </div>
        ))}
      </dl>
      <p className={classes.zone}>{PAGE.inZone(zoneLabel(zone, now))}</p>
    </>
  );
}
