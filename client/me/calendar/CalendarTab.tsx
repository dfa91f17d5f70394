import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { shortDate, weekdayName } from '#shared/lib/day-names.ts';
import { dayOf, daysFrom, formatTime, startOfWeek, zoneLabel } from '#shared/lib/time.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { calendarQuery } from '../api.ts';
import { blocksOf, windowAround, type CalendarBlock } from './calendar-blocks.ts';
import { FeedCard } from './FeedCard.tsx';
import classes from './CalendarTab.module.css';

const dayLabel = (day: Temporal.PlainDate) => `${weekdayName(day)} ${shortDate(day)}`;

/** docs/product/me.md#musicians-calendar */
export function CalendarTab() {
  const { timezone: zone } = useMe();
  const mobile = useMobile();
  const now = useNow();
  const today = dayOf(now, zone);
  const [chosen, choose] = useState(today);
  const first = mobile ? chosen : startOfWeek(chosen);
  const step = mobile ? 1 : 7;
  const days = daysFrom(first, step);
  const query = useCalendarSlots(first, today, zone);
  const last = days.at(-1) ?? first;
  const title = mobile ? dayLabel(first) : `${shortDate(first)} to ${shortDate(last)} ${last.year}`;
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
      <QueryView query={query} loading={<RowsSkeleton what="your calendar" count={5} />}>
        {(data) => (
          <ol className={classes.week}>
            {days.map((day) => (
              <li key={day.toString()} className={classes.day} data-today={day.equals(today) || undefined}>
                {!mobile && (
                  <h3 className={classes.date}>
                    {dayLabel(day)}
                    {day.equals(today) && <span> Today</span>}
                  </h3>
                )}
                <Day blocks={blocksOf(data, { day, zone, now })} zone={zone} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
      <FeedCard />
    </section>
  );
}

/** Slots of the 28 days around a day; prefetches 28 days before and after. */
function useCalendarSlots(day: Temporal.PlainDate, today: Temporal.PlainDate, zone: string) {
  const queryClient = useQueryClient();
  const [current, before, after] = [0, -1, 1].map((by) => windowAround(day, today, by)) as [Days, Days, Days];
  const result = useQuery(calendarQuery(zone, current.from, current.to));
  useEffect(() => {
    void queryClient.prefetchQuery(calendarQuery(zone, before.from, before.to));
    void queryClient.prefetchQuery(calendarQuery(zone, after.from, after.to));
  }, [queryClient, zone, before.from, before.to, after.from, after.to]);
  return result;
}
type Days = ReturnType<typeof windowAround>;

function Day({ blocks, zone }: { blocks: readonly CalendarBlock[]; zone: string }) {
  if (blocks.length === 0) return <p className={classes.none}>No slots</p>;
  return (
    <ul className={classes.blocks}>
      {blocks.map((block) => (
        <li key={block.from.toString()} className={classes.block} data-kind={block.kind}>
          <span className={classes.time}>
            {formatTime(block.from, zone)} to {formatTime(block.to, zone)}
          </span>
          {block.sessionId === null ? (
            <span>{blockLabel(block)}</span>
          ) : (
            <Link to="/sessions/$id/{-$tab}" params={{ id: String(block.sessionId) }}>
              {block.client ?? `Session #${block.sessionId}`}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function blockLabel({ kind, slots }: CalendarBlock): string {
  if (kind === 'free') return slots === 1 ? '1 free slot' : `${slots} free slots`;
  if (kind === 'past') return 'Not booked';
  if (kind === 'held') return 'On hold';
  return kind === 'off' ? 'Day off' : 'Overlaps a session';
}
