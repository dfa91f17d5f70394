import { useMemo, useState } from 'react';
import { bookableDays } from '#shared/booking/rules.ts';
import { PICKER } from '#shared/booking/texts.ts';
import { EXPLORE } from '#shared/explore/texts.ts';
import { dayOf, startOfDay } from '#shared/lib/time.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { ArrangementView, type ClipsProps } from './ArrangementView.tsx';
import { pageCount, pageDays, pageOf } from './arrangement.ts';
import { DayView } from './DayView.tsx';
import { Legend } from './Legend.tsx';
import type { Openings } from './pick.ts';
import classes from './TimeStep.module.css';
import { daysTitle, zoneSentence } from '../form/format.ts';

interface PickerProps extends ClipsProps {
  readonly openings: Openings;
  /** Whether the chooser has limitations. */
  readonly limited: boolean;
  /** A session is being moved: its current time is included. */
  readonly moves?: boolean;
  readonly now: Temporal.Instant;
}

/** The time picker: the arrangement view, one day of it on phones. */
export function Picker(props: PickerProps) {
  const { slots, chosen, viewOf, press, zone, musicianZone, service, buyer } = props;
  const { openings, limited, moves = false, now } = props;
  const mobile = useMobile();
  const today = useMemo(() => dayOf(now, zone), [now, zone]);
  const [day, setDay] = useState(() => firstDay(props, today));
  const dayCount = bookableDays(now, zone);
  const pages = pageCount(dayCount);
  const at = Math.min(Math.max(0, today.until(day).days), dayCount - 1);
  const page = pageOf(at);
  const days = useMemo(() => pageDays(today, page, dayCount), [today, page, dayCount]);
  const openDays = useMemo(() => {
    const open = slots.filter(({ id }) => !openings.unavailable.has(id));
    return new Set(open.map(({ starts_at }) => dayOf(starts_at, zone).toString()));
  }, [slots, zone, openings]);
  const goTo = (index: number) => setDay(today.add({ days: Math.min(Math.max(0, index), dayCount - 1) }));

  if (slots.length === 0) return <EmptyState title={EXPLORE.noSessions} />;
  const clips: ClipsProps = { slots, chosen, viewOf, press, zone, musicianZone, service, buyer };
  const [first, last] = mobile ? [day, day] : [days[0] ?? day, days.at(-1) ?? day];
  const sentence = zoneSentence(
    zone,
    musicianZone,
    startOfDay(first, zone),
    startOfDay(last.add({ days: 1 }), zone),
  );

  return (
    <section aria-label="Times" className={classes.picker}>
      {mobile ? (
        <DayView
          {...clips}
          today={today}
          day={today.add({ days: at })}
          dayCount={dayCount}
          goTo={goTo}
          sentence={sentence}
          openDays={openDays}
        />
      ) : (
        <>
          <header className={classes.header}>
            <div>
              <h4 aria-live="polite">{daysTitle(days)}</h4>
              <p>{sentence}</p>
            </div>
            <IconButton
              icon="back"
              label="Week before"
              className={classes.page}
              disabled={page === 0}
              onClick={() => goTo((page - 1) * 7)}
            />
            <IconButton
              icon="forward"
              label="Week after"
              className={classes.page}
              disabled={page === pages - 1}
              onClick={() => goTo((page + 1) * 7)}
            />
          </header>
          <ArrangementView {...clips} days={days} page={page} pages={pages} goToPage={(to) => goTo(to * 7)} />
        </>
      )}
      <Legend
        held={!moves && slots.some(({ mine }) => mine)}
        booked={slots.some(({ status, mine }) => status !== 'available' && !mine)}
        limited={limited}
        isMove={moves}
      />
      <p className={classes.hint}>{PICKER.tooFar}</p>
    </section>
  );
}

/** The first day shown: of the selection, else the hold, else the first free time, else today. */
function firstDay(
  { slots, chosen, viewOf, zone }: ClipsProps,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const first =
    chosen[0] ?? slots.find(({ mine }) => mine) ?? slots.find((slot) => viewOf(slot).state === 'free');
  return first ? dayOf(first.starts_at, zone) : today;
}
