import { Link } from '@tanstack/react-router';
import { useRef, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react';
import { timeOf } from '#shared/calendar/rules-hours.ts';
import { OTHER_CALENDARS } from '#shared/calendar/texts-outside.ts';
import { shortDate, weekdayName } from '#shared/lib/day-names.ts';
import { formatTime } from '#shared/lib/time.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import {
  blocksOf,
  placeBlocks,
  shownHours,
  type CalendarBlock,
  type CalendarSlot,
  type PlacedBlock,
} from './calendar-blocks.ts';
import classes from './WeekGrid.module.css';

interface WeekGridProps {
  readonly slots: readonly CalendarSlot[];
  readonly days: readonly Temporal.PlainDate[];
  readonly today: Temporal.PlainDate;
  readonly zone: string;
  readonly onBlock: (block: CalendarBlock) => void;
  /** An empty time was pressed: the day and the minute, in steps of 15. */
  readonly onEmpty: (day: Temporal.PlainDate, minute: number) => void;
}

const STEP = 15;
const style = (values: Record<`--${string}`, number>) => values as CSSProperties;
const dayLabel = (day: Temporal.PlainDate) => `${weekdayName(day)} ${shortDate(day)}`;

/** Days as lanes on a ruler of hours, slots as clips. Arrow keys move between clips (docs/product/me.md#musicians-calendar). */
export function WeekGrid({ slots, days, today, zone, onBlock, onEmpty }: WeekGridProps) {
  const grid = useRef<HTMLOListElement>(null);
  const blocksAt = (now: Temporal.Instant) => days.map((day) => blocksOf(slots, { day, zone, now }));
  const blocks = blocksAt(useNowFor(blocksAt));
  const lanes = days.map((day, at) => ({ day, clips: placeBlocks(blocks[at] ?? [], zone) }));
  const hours = shownHours(lanes.flatMap(({ clips }) => clips));
  const ticks = Array.from({ length: (hours.to - hours.from) / 60 }, (_, n) => hours.from + n * 60);
  const move = (event: KeyboardEvent) => {
    const to = neighborOf(grid.current, event.key);
    if (to === null) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <div
      className={classes.grid}
      style={style({ '--hours': (hours.to - hours.from) / 60, '--days': days.length })}
    >
      <div className={classes.ruler} aria-hidden="true">
        {ticks.map((minute) => (
          <span key={minute}>{timeOf(minute)}</span>
        ))}
      </div>
      <ol className={classes.lanes} ref={grid}>
        {lanes.map(({ day, clips }, lane) => (
          <li key={day.toString()} className={classes.lane} data-today={day.equals(today) || undefined}>
            <h3 className={classes.day}>
              {dayLabel(day)}
              {day.equals(today) && <span> Today</span>}
            </h3>
            {/* Pressing an empty time is a shortcut; "Offer a time" does the same for everybody. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
            <div
              className={classes.track}
              onClick={(event) => {
                if (event.target === event.currentTarget) onEmpty(day, minuteAt(event, hours));
              }}
            >
              {clips.map((clip) => (
                <Clip
                  key={`${clip.block.from.toString()} ${clip.block.category}`}
                  clip={clip}
                  lane={lane}
                  from={hours.from}
                  zone={zone}
                  onBlock={onBlock}
                  onKeyDown={move}
                />
              ))}
            </div>
            {clips.length === 0 && <VisuallyHidden>No slots</VisuallyHidden>}
          </li>
        ))}
      </ol>
    </div>
  );
}

function minuteAt(event: MouseEvent, hours: { readonly from: number; readonly to: number }): number {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const minute = hours.from + ((event.clientY - top) / height) * (hours.to - hours.from);
  return Math.max(0, Math.floor(minute / STEP) * STEP);
}

interface ClipProps {
  readonly clip: PlacedBlock;
  readonly lane: number;
  /** The first minute that is shown. */
  readonly from: number;
  readonly zone: string;
  readonly onBlock: (block: CalendarBlock) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Clip({ clip: { block, from, to, column, columns }, lane, from: first, zone, ...on }: ClipProps) {
  const times = `${formatTime(block.from, zone)} to ${formatTime(block.to, zone)}`;
  const shared = {
    className: classes.clip,
    onKeyDown: on.onKeyDown,
    'data-kind': block.kind,
    'data-type': block.type,
    'data-clip': lane,
    'data-at': from,
    'data-short': to - from <= 30 || undefined,
    style: style({
      '--at': (from - first) / 60,
      '--length': (Math.min(to, 24 * 60) - from) / 60,
      '--column': column,
      '--columns': columns,
    }),
  };
  const content = (
    <>
      <span className={classes.time} aria-hidden="true">
        {to - from <= 30 ? formatTime(block.from, zone) : times}
      </span>{' '}
      <VisuallyHidden>{times}, </VisuallyHidden>
      <span>{blockLabel(block, zone)}</span>
    </>
  );
  return block.sessionId === null ? (
    <button type="button" {...shared} onClick={() => on.onBlock(block)}>
      {content}
    </button>
  ) : (
    <Link {...shared} to="/sessions/$id/{-$tab}" params={{ id: String(block.sessionId) }}>
      {content}
    </Link>
  );
}

/** What a block reads. */
export function blockLabel(
  { kind, slots, sessionId, client, type, busy, offeredUntil }: CalendarBlock,
  zone: string,
): string {
  if (kind === 'booked') return client ?? `Session #${sessionId}`;
  if (kind === 'free') {
    const count = slots === 1 ? '1 free slot' : `${slots} free slots`;
    return type === 'flexible' ? `${count}, offered` : count;
  }
  if (kind === 'past') return 'Not booked';
  if (kind === 'held') return 'On hold';
  if (kind === 'offered')
    return `Offered to a client until ${formatTime(Temporal.Instant.from(offeredUntil ?? ''), zone)}`;
  if (kind === 'busy') return OTHER_CALENDARS.busy(busy ?? '');
  return kind === 'off' ? 'Time off' : 'Overlaps a session';
}

/** The clip that an arrow key leads to: earlier or later in the lane, nearest in the next lane that has one. */
function neighborOf(grid: HTMLElement | null, key: string): HTMLElement | null {
  const clips = [...(grid?.querySelectorAll<HTMLElement>('[data-clip]') ?? [])];
  const at = clips.findIndex((clip) => clip === document.activeElement);
  const current = clips[at];
  if (current === undefined) return null;
  const lane = Number(current.dataset['clip']);
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = clips[at + (key === 'ArrowDown' ? 1 : -1)];
    return next !== undefined && Number(next.dataset['clip']) === lane ? next : null;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return null;
  const step = key === 'ArrowRight' ? 1 : -1;
  const others = clips.filter((clip) => (Number(clip.dataset['clip']) - lane) * step > 0);
  const nearest = Math.min(...others.map((clip) => Math.abs(Number(clip.dataset['clip']) - lane)));
  const from = Number(current.dataset['at']);
  return (
    others
      .filter((clip) => Math.abs(Number(clip.dataset['clip']) - lane) === nearest)
      .toSorted(
        (a, b) => Math.abs(Number(a.dataset['at']) - from) - Math.abs(Number(b.dataset['at']) - from),
      )[0] ?? null
  );
}
