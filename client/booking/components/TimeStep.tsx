import { useId, useMemo, useState } from 'react';
import { slotObstacle } from '../../../shared/booking/rules.ts';
import { CREDITS, PICKER } from '../../../shared/booking/texts.ts';
import { EXPLORE } from '../../../shared/explore/texts.ts';
import { dayOf, startOfDay } from '../../../shared/lib/time.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Bone, Loading } from '../../ui/Skeleton.tsx';
import { useMobile } from '../../ui/use-mobile.ts';
import type { Partner } from '../api.ts';
import { ArrangementView } from './ArrangementView.tsx';
import { DAYS, pageDays, WEEKS } from './arrangement.ts';
import { DayView } from './DayView.tsx';
import { Legend } from './Legend.tsx';
import { lookOf, pick } from './pick.ts';
import type { PickerSlot } from './slots.ts';
import classes from './TimeStep.module.css';
import type { Booking } from './use-booking.ts';
import { daysTitle, zoneSentence } from './words.ts';

/** The time picker: the arrangement view, one day of it on phones. */
export function TimeStep({ booking, partner }: { booking: Booking; partner: Partner }) {
  const { slotsRead, slots, me, limitations, balance } = booking;
  return (
    <>
      {balance <= 0 && <Notice tone="waiting">{CREDITS.topUp}</Notice>}
      {me.has_limitations && (
        <Notice tone="waiting" title={limitations.booking_priority_header}>
          {limitations.booking_priority_body}
        </Notice>
      )}
      <ServiceChoice booking={booking} />
      {slotsRead.data === undefined ? (
        slotsRead.isError ? (
          <ErrorState onRetry={() => void slotsRead.refetch()} retrying={slotsRead.isFetching}>
            {wordsOf(slotsRead.error)}
          </ErrorState>
        ) : (
          <Loading what="the times">
            <div className={classes.bones}>
              {Array.from({ length: 8 }, (_, n) => (
                <Bone key={n} height="48px" />
              ))}
            </div>
          </Loading>
        )
      ) : (
        <Picker key={booking.service?.id} booking={booking} partner={partner} slots={slots} />
      )}
    </>
  );
}

/** With several services and none asked for before, the time's step lets one change it (its default is chosen). */
function ServiceChoice({ booking }: { booking: Booking }) {
  const id = useId();
  const { servicesFirst, services, service } = booking;
  if (servicesFirst || services.length < 2 || !service) return null;
  return (
    <div className={classes.service}>
      <label htmlFor={id}>Service</label>
      <select id={id} value={service.id} onChange={({ target }) => booking.chooseService(target.value)}>
        {services.map(({ id: value, label, unit_minutes, slots, price }) => (
          <option key={value} value={value}>
            {`${label} · ${unit_minutes * slots} min · ${price} ${price === 1 ? 'credit' : 'credits'}`}
          </option>
        ))}
      </select>
      <p>{service.short_description}</p>
    </div>
  );
}

interface PickerProps {
  readonly booking: Booking;
  readonly partner: Partner;
  readonly slots: readonly PickerSlot[];
}

function Picker({ booking, partner, slots }: PickerProps) {
  const { me, now, chosen, service, chooser, buyer } = booking;
  const mobile = useMobile();
  const zone = me.timezone;
  const today = useMemo(() => dayOf(now, zone), [now, zone]);
  const [day, setDay] = useState(() => firstDay(slots, chosen, booking, today));
  const at = Math.min(Math.max(0, today.until(day).days), DAYS - 1);
  const page = Math.floor(at / 7);
  const days = useMemo(() => pageDays(today, page), [today, page]);
  const openDays = useMemo(() => {
    const open = service ? slots.filter((slot) => slotObstacle(slot, service, chooser) === null) : [];
    return new Set(open.map(({ starts_at }) => dayOf(starts_at, zone).toString()));
  }, [slots, service, zone, chooser]);
  const goTo = (index: number) => setDay(today.add({ days: Math.min(Math.max(0, index), DAYS - 1) }));

  if (!service) return null;
  if (slots.length === 0) return <EmptyState title={EXPLORE.noSessions} />;
  const press = (slot: PickerSlot) => {
    const { slots: next, refusal } = pick({ slot, chosen, all: slots, service, chooser });
    if (refusal === null) booking.chooseSlots(next.map(({ id }) => id));
    else booking.setTrouble(refusal);
  };
  const look = (slot: PickerSlot) => lookOf({ slot, chosen, all: slots, service, chooser });
  const common = { slots, chosen, look, press, zone, musicianZone: partner.timezone, service, buyer };
  const [first, last] = mobile ? [day, day] : [days[0] ?? day, days.at(-1) ?? day];
  const sentence = zoneSentence(
    zone,
    partner.timezone,
    startOfDay(first, zone),
    startOfDay(last.add({ days: 1 }), zone),
  );

  return (
    <section aria-label="Times" className={classes.picker}>
      {mobile ? (
        <DayView
          {...common}
          today={today}
          day={today.add({ days: at })}
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
              disabled={page === WEEKS - 1}
              onClick={() => goTo((page + 1) * 7)}
            />
          </header>
          <ArrangementView {...common} days={days} page={page} goToPage={(to) => goTo(to * 7)} />
        </>
      )}
      <Legend
        held={slots.some(({ mine }) => mine)}
        booked={slots.some(({ status, mine }) => status !== 'available' && !mine)}
        limited={me.has_limitations}
      />
      <p className={classes.hint}>{PICKER.tooFar}</p>
    </section>
  );
}

/** Where to begin: at what is chosen, else at the first free time, else today. */
function firstDay(
  slots: readonly PickerSlot[],
  chosen: readonly PickerSlot[],
  { service, chooser, me }: Booking,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const free = (slot: PickerSlot) =>
    service !== undefined && lookOf({ slot, chosen, all: slots, service, chooser }).look === 'free';
  const first = chosen[0] ?? slots.find(({ mine }) => mine) ?? slots.find(free);
  return first ? dayOf(first.starts_at, me.timezone) : today;
}
