import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { shortDate, weekdayName } from '#shared/lib/day-names.ts';
import { daysFrom, startOfWeek, zoneLabel } from '#shared/lib/time.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useTextNow, useToday } from '../lib/use-now.ts';
import { Button } from '../ui/button/Button.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { RowsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { useMobile } from '../ui/layout/use-mobile.ts';
import { scheduleQuery, slotsQuery, useSchedule } from './api.ts';
import { CalendarDialogs, type OpenDialog } from './dialogs/CalendarDialogs.tsx';
import { HoursEditor } from './hours/HoursEditor.tsx';
import { useCalendarSource, type Schedule } from './source.ts';
import { windowAround } from './week/calendar-blocks.ts';
import { WeekGrid } from './week/WeekGrid.tsx';
import classes from './Calendar.module.css';

const dayLabel = (day: Temporal.PlainDate) => `${weekdayName(day)} ${shortDate(day)}`;

interface CalendarProps {
  /** Above the week: what needs attention. */
  readonly renderNotices?: (zone: string) => ReactNode;
  /** Below the week. */
  readonly children?: ReactNode;
}

/** A musician's calendar, week by week, with all that changes it (docs/product/calendar.md#my-calendar). */
export function Calendar(props: CalendarProps) {
  const schedule = useQuery(scheduleQuery(useCalendarSource()));
  return (
    <QueryView query={schedule} loading={<RowsSkeleton what="the calendar" count={5} />}>
      {(data) => <Editor {...props} schedule={data} />}
    </QueryView>
  );
}

function Editor({ schedule, renderNotices, children }: CalendarProps & { readonly schedule: Schedule }) {
  const { zone } = schedule;
  const mobile = useMobile();
  const today = useToday(zone);
  const label = useTextNow((at) => zoneLabel(zone, at));
  const [chosen, choose] = useState(today);
  const [isEditing, setEditing] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { undoing } = useSchedule();
  const first = mobile ? chosen : startOfWeek(chosen);
  const step = mobile ? 1 : 7;
  const days = daysFrom(first, step);
  const query = useCalendarSlots(first, today, zone);
  const last = days.at(-1) ?? first;
  const title = mobile ? dayLabel(first) : `${shortDate(first)} to ${shortDate(last)} ${last.year}`;
  const what = mobile ? 'day' : 'week';
  const { last_change: undoable } = schedule;
  if (isEditing) return <HoursEditor schedule={schedule} onClose={() => setEditing(false)} />;

  const firstDay = Temporal.PlainDate.compare(first, today) < 0 ? today : first;
  return (
    <>
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
        <span className={classes.zone}>{label}</span>
      </div>
      <div className={classes.actions}>
        <Button onClick={() => setEditing(true)}>Edit weekly hours</Button>
        <Button kind="plain" onClick={() => setDialog({ name: 'time off' })}>
          Time off
        </Button>
        <Button
          kind="plain"
          onClick={() => setDialog({ name: 'offer', day: firstDay.toString(), minute: 10 * 60 })}
        >
          Offer a time
        </Button>
        <Button kind="plain" onClick={() => setDialog({ name: 'copy', week: startOfWeek(first) })}>
          Copy week
        </Button>
        {undoable !== null && (
          <Button
            kind="quiet"
            aria-disabled={undoing.isPending || undefined}
            onClick={() => !undoing.isPending && undoing.mutate(undoable.id)}
          >
            Undo: {CHANGES[undoable.kind] ?? 'last change'}
          </Button>
        )}
      </div>
      {renderNotices?.(zone)}
      <QueryView query={query} loading={<RowsSkeleton what="the calendar" count={5} />}>
        {(slots) => (
          <WeekGrid
            slots={slots}
            days={days}
            today={today}
            zone={zone}
            onBlock={(block) => setDialog({ name: 'block', block })}
            onEmpty={(day, minute) => setDialog({ name: 'offer', day: day.toString(), minute })}
          />
        )}
      </QueryView>
      {children}
      {dialog !== null && (
        <CalendarDialogs
          dialog={dialog}
          schedule={schedule}
          open={setDialog}
          onEditHours={() => {
            setDialog(null);
            setEditing(true);
          }}
        />
      )}
    </>
  );
}

/** What a kind of change is called in the undo button. */
const CHANGES: Readonly<Record<string, string>> = {
  hours: 'new hours',
  time_off: 'time off',
  remove_time_off: 'time off taken back',
  offer: 'offer',
  withdraw: 'withdrawn offer',
  copy_week: 'copied week',
};

/** Slots of the 28 days around a day; prefetches 28 days before and after. */
function useCalendarSlots(day: Temporal.PlainDate, today: Temporal.PlainDate, zone: string) {
  const queryClient = useQueryClient();
  const source = useCalendarSource();
  const [current, before, after] = [0, -1, 1].map((by) => windowAround(day, today, by)) as [Days, Days, Days];
  const result = useQuery(slotsQuery(source, zone, current.from, current.to));
  useEffect(() => {
    void queryClient.prefetchQuery(slotsQuery(source, zone, before.from, before.to));
    void queryClient.prefetchQuery(slotsQuery(source, zone, after.from, after.to));
  }, [queryClient, source, zone, before.from, before.to, after.from, after.to]);
  return result;
}
type Days = ReturnType<typeof windowAround>;
