import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { dayOf, daysFrom, formatTime, startOfWeek, zoneLabel } from '../../../shared/lib/time.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { useMe } from '../../app/session.ts';
import { useNow } from '../../app/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useMobile } from '../../ui/use-mobile.ts';
import { calendarQuery } from '../api.ts';
import { stintsOf, stretchOf, type Stint } from './calendar-days.ts';
import classes from './CalendarTab.module.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dateWords = (day: Temporal.PlainDate) => `${day.day} ${MONTHS[day.month - 1]}`;
const dayWords = (day: Temporal.PlainDate) => `${WEEKDAYS[day.dayOfWeek - 1]} ${dateWords(day)}`;

/** The musician's calendar: "slots by week (7 days; 1 day on mobile), paged by 28 days, prefetching 28 days either side". */
export function CalendarTab() {
  const { timezone: zone } = useMe();
  const mobile = useMobile();
  const now = useNow();
  const today = dayOf(now, zone);
  const [chosen, choose] = useState(today);
  const first = mobile ? chosen : startOfWeek(chosen);
  const step = mobile ? 1 : 7;
  const days = daysFrom(first, step);
  const { data, error, refetch, isFetching } = useStretch(first, today, zone);
  const last = days.at(-1) ?? first;
  const title = mobile ? dayWords(first) : `${dateWords(first)} to ${dateWords(last)} ${last.year}`;
  const what = mobile ? 'day' : 'week';

  return (
    <section aria-label="My Calendar">
      <div className={classes.bar}>
        <IconButton
          icon="back"
          label={`Previous ${what}`}
          onClick={() => choose(first.subtract({ days: step }))}
        />
        <h2 aria-live="polite">{title}</h2>
        <IconButton icon="forward" label={`Next ${what}`} onClick={() => choose(first.add({ days: step }))} />
        <Button kind="plain" onClick={() => choose(today)}>
          Today
        </Button>
        <span className={classes.zone}>{zoneLabel(zone, now)}</span>
      </div>
      {data === undefined && error === null && <RowsSkeleton what="your calendar" count={5} />}
      {data === undefined && error !== null && (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
          {wordsOf(error)}
        </ErrorState>
      )}
      {data !== undefined && (
        <ol className={classes.week}>
          {days.map((day) => (
            <li key={day.toString()} className={classes.day} data-today={day.equals(today) || undefined}>
              {!mobile && (
                <h3 className={classes.date}>
                  {dayWords(day)}
                  {day.equals(today) && <span> Today</span>}
                </h3>
              )}
              <Day stints={stintsOf(data, { day, zone, now })} zone={zone} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The slots of the 28 days around a day; those before and after are asked for meanwhile. */
function useStretch(day: Temporal.PlainDate, today: Temporal.PlainDate, zone: string) {
  const queryClient = useQueryClient();
  const [here, before, after] = [0, -1, 1].map((by) => stretchOf(day, today, by)) as [Days, Days, Days];
  const result = useQuery(calendarQuery(zone, here.from, here.to));
  useEffect(() => {
    void queryClient.prefetchQuery(calendarQuery(zone, before.from, before.to));
    void queryClient.prefetchQuery(calendarQuery(zone, after.from, after.to));
  }, [queryClient, zone, before.from, before.to, after.from, after.to]);
  return result;
}
type Days = ReturnType<typeof stretchOf>;

function Day({ stints, zone }: { stints: readonly Stint[]; zone: string }) {
  if (stints.length === 0) return <p className={classes.none}>No slots</p>;
  return (
    <ul className={classes.stints}>
      {stints.map((stint) => (
        <li key={stint.from.toString()} className={classes.stint} data-kind={stint.kind}>
          <span className={classes.time}>
            {formatTime(stint.from, zone)} to {formatTime(stint.to, zone)}
          </span>
          {stint.sessionId === null ? (
            <span>{wordsFor(stint)}</span>
          ) : (
            <Link to="/sessions/$id/{-$tab}" params={{ id: String(stint.sessionId) }}>
              {stint.client ?? `Session #${stint.sessionId}`}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function wordsFor({ kind, slots }: Stint): string {
  if (kind === 'free') return slots === 1 ? '1 free slot' : `${slots} free slots`;
  if (kind === 'past') return 'Not booked';
  if (kind === 'held') return 'On hold';
  return kind === 'off' ? 'Day off' : 'Overlaps a session';
}
