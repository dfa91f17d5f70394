import { useEffect, useRef, type KeyboardEvent, type TouchEvent } from 'react';
import { cost } from '#shared/booking/rules.ts';
import { dayOf, daySpan, daysFrom } from '#shared/lib/time.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import type { ClipsProps } from './ArrangementView.tsx';
import { lanesOf, runsOf } from './arrangement.ts';
import clipClasses from './Clips.module.css';
import classes from './DayView.module.css';
import type { PickerSlot } from './slots.ts';
import {
  clipName,
  creditsText,
  hoursOf,
  longDay,
  stateLabel,
  minutesText,
  musicianHours,
  shortDay,
} from '../form/format.ts';

interface DayViewProps extends ClipsProps {
  readonly today: Temporal.PlainDate;
  readonly day: Temporal.PlainDate;
  /** How many days there are, today's included. */
  readonly dayCount: number;
  /** Shows the day of that index, today being 0. */
  readonly goTo: (index: number) => void;
  readonly sentence: string;
  /** Days with a bookable time, YYYY-MM-DD. */
  readonly openDays: ReadonlySet<string>;
}

const SWIPE_PX = 60;

/** The arrangement view of one day, for phones: a strip of days, the clips in a column; a swipe changes the day. */
export function DayView(props: DayViewProps) {
  const { slots, viewOf, today, day, dayCount, goTo, zone, musicianZone, sentence } = props;
  const index = today.until(day).days;
  const swipe = useSwipe((by) => goTo(index + by));
  const [lane] = lanesOf(slots, [day], zone);
  const first = lane?.clips[0]?.slot;
  return (
    <>
      <DayStrip {...props} index={index} />
      <header className={classes.header}>
        <IconButton icon="back" label="Day before" disabled={index === 0} onClick={() => goTo(index - 1)} />
        <div>
          <h4 aria-live="polite">{longDay(day)}</h4>
          <p>{sentence}</p>
        </div>
        <IconButton
          icon="forward"
          label="Day after"
          disabled={index === dayCount - 1}
          onClick={() => goTo(index + 1)}
        />
      </header>
      <div className={classes.day} {...swipe}>
        {first === undefined ? (
          <NextDay {...props} />
        ) : (
          <>
            <Clips {...props} viewOf={viewOf} />
            {hoursOf(first, zone) !== hoursOf(first, musicianZone) && (
              <p className={classes.musicianTime}>
                {hoursOf(first, zone)} here is {musicianHours(first, zone, musicianZone)}.
              </p>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** For a day without times: a button to the next day with some. */
function NextDay({ slots, day, dayCount, today, viewOf, zone, goTo }: DayViewProps) {
  const over = daySpan(day, zone).to.epochMilliseconds;
  const next = slots.find(
    (slot) => slot.starts_at.epochMilliseconds >= over && viewOf(slot).state === 'free',
  );
  const to = next && dayOf(next.starts_at, zone);
  const index = to ? today.until(to).days : dayCount;
  return (
    <div className={classes.none}>
      <p>No times on this day.</p>
      {to && index < dayCount && (
        <button type="button" onClick={() => goTo(index)}>
          Go to {longDay(to)}
        </button>
      )}
    </div>
  );
}

function DayStrip({ openDays, today, dayCount, index, goTo }: DayViewProps & { readonly index: number }) {
  const strip = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const button = strip.current?.children[index];
    button?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [index]);
  const move = (event: KeyboardEvent) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: dayCount - 1 }[event.key];
    if (to === undefined || to < 0 || to >= dayCount) return;
    event.preventDefault();
    goTo(to);
    strip.current?.children[to]?.querySelector('button')?.focus();
  };
  return (
    <fieldset ref={strip} className={classes.strip} aria-label="Days">
      {daysFrom(today, dayCount).map((day, at) => {
        const { weekday, date } = shortDay(day);
        const open = openDays.has(day.toString());
        return (
          <span key={date}>
            <button
              type="button"
              aria-pressed={at === index}
              data-open={open || undefined}
              tabIndex={at === index ? 0 : -1}
              onKeyDown={move}
              onClick={() => goTo(at)}
            >
              <span>{weekday}</span>
              <b>{day.day}</b>
              <VisuallyHidden>{`${longDay(day).replace(/^.* /, ' ')}, ${open ? 'free times' : 'no free times'}`}</VisuallyHidden>
            </button>
          </span>
        );
      })}
    </fieldset>
  );
}

function Clips({ slots, chosen, viewOf, press, zone, service, buyer, day }: DayViewProps) {
  const list = useRef<HTMLUListElement>(null);
  const [lane] = lanesOf(slots, [day], zone);
  if (!lane) return null;
  const runs = runsOf(lane, new Set(chosen.map(({ id }) => id)));
  const length = minutesText(chosen.reduce((sum, { duration }) => sum + duration, 0));
  const whole = buyer === null ? length : `${length} · ${creditsText(cost(service, chosen.length, buyer))}`;
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (by === undefined || at === -1) return;
    event.preventDefault();
    buttons[at + by]?.focus();
  };
  return (
    <ul ref={list} className={classes.clips}>
      {lane.clips.map((clip, n) => {
        const { slot } = clip;
        const { state: seen } = viewOf(slot);
        const run = runs.find((one) => one.includes(clip));
        const before = lane.clips[n - 1]?.slot;
        const last = run?.at(-1)?.slot;
        return (
          <li
            key={slot.id}
            data-after={
              run && clip !== run[0] ? 'joined' : before && gapBefore(slot, before) ? 'gap' : undefined
            }
          >
            <button
              type="button"
              className={`${clipClasses.clip} ${classes.clip}`}
              data-state={seen}
              style={{ minHeight: Math.max(48, Math.round(slot.duration * 1.7)) }}
              aria-pressed={seen === 'chosen'}
              aria-disabled={UNAVAILABLE.has(seen) || undefined}
              onKeyDown={move}
              onClick={() => press(slot)}
            >
              <VisuallyHidden>{clipName(slot, seen, zone)}</VisuallyHidden>
              {run && clip === run[0] && last ? (
                <>
                  <b aria-hidden="true">
                    {hoursOf({ starts_at: slot.starts_at, ends_at: last.ends_at }, zone)}
                  </b>
                  <span aria-hidden="true">{whole}</span>
                </>
              ) : run ? null : (
                <>
                  <b aria-hidden="true">{hoursOf(slot, zone)}</b>
                  <span aria-hidden="true">
                    {seen === 'free' || seen === 'apart'
                      ? minutesText(slot.duration)
                      : sentenceCase(stateLabel(seen, slot.open_from, zone))}
                  </span>
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const UNAVAILABLE: ReadonlySet<string> = new Set(['booked', 'restricted', 'past', 'closed']);
const gapBefore = (slot: PickerSlot, before: PickerSlot) =>
  Temporal.Instant.compare(before.ends_at, slot.starts_at) < 0;
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sideways swipe changes the day: -1 before, 1 after. */
function useSwipe(onSwipe: (by: -1 | 1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !from.current) return;
      const [dx, dy] = [touch.clientX - from.current.x, touch.clientY - from.current.y];
      from.current = null;
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > Math.abs(dy) * 1.5) onSwipe(dx < 0 ? 1 : -1);
    },
  };
}
