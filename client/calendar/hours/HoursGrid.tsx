import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { timeOf, type SlotKind } from '#shared/calendar/rules-hours.ts';
import { weekdayName } from '#shared/lib/day-names.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { shownHours } from '../week/calendar-blocks.ts';
import { endOf, moveBlock, nextId, resizeEnd, resizeStart, STEP, type HoursBlock } from './hours-blocks.ts';
import classes from './HoursGrid.module.css';

interface HoursGridProps {
  readonly blocks: readonly HoursBlock[];
  readonly onChange: (blocks: HoursBlock[]) => void;
  /** The kind of slots that dragging makes. */
  readonly kind: SlotKind;
  readonly nameOf: (kind: SlotKind) => string;
}

/** What a pointer is doing with a block, which is as it was when it began. */
interface Drag {
  readonly mode: 'move' | 'start' | 'end';
  readonly block: HoursBlock;
  /** Minutes between the block's start and the pointer. */
  readonly offset: number;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const EDGE_PX = 8;
const style = (values: Record<`--${string}`, number>) => values as CSSProperties;

/** The weekly hours on a grid: drag on an empty time to add, a block to move it, its edges to change its length. */
export function HoursGrid({ blocks, onChange, kind, nameOf }: HoursGridProps) {
  const sheet = useRef<HTMLFieldSetElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [frozen, setFrozen] = useState<ReturnType<typeof shownHours> | null>(null);
  const own = shownHours(blocks.map((block) => ({ from: block.from - 60, to: endOf(block) + 60 })));
  // While something is dragged the scale stays: a minute must stay under the pointer.
  const hours = frozen ?? own;
  const first = Math.max(0, hours.from);
  const ticks = Array.from({ length: (hours.to - first) / 60 }, (_, n) => first + n * 60);
  const replace = (block: HoursBlock) => onChange(blocks.map((one) => (one.id === block.id ? block : one)));

  /** Weekday and minute under the pointer. */
  const placeOf = (event: PointerEvent) => {
    const box = sheet.current?.getBoundingClientRect() ?? new DOMRect();
    const weekday = Math.min(7, Math.max(1, Math.floor(((event.clientX - box.left) / box.width) * 7) + 1));
    const minute = first + ((event.clientY - box.top) / box.height) * (hours.to - first);
    return { weekday, minute };
  };
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { weekday, minute } = placeOf(event);
    const target =
      event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-block]') : null;
    const found = blocks.find(({ id }) => String(id) === target?.dataset['block']);
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrozen(hours);
    if (found === undefined || target === null) {
      event.preventDefault();
      const from = Math.floor(minute / STEP) * STEP;
      const block = moveBlock({ id: nextId(blocks), weekday, from, slots: 1, ...kind }, {});
      onChange([...blocks, block]);
      setDrag({ mode: 'end', block, offset: 0 });
      return;
    }
    target.focus({ preventScroll: true });
    const { top, bottom } = target.getBoundingClientRect();
    const edge = Math.min(EDGE_PX, (bottom - top) / 4);
    const mode = event.clientY - top < edge ? 'start' : bottom - event.clientY < edge ? 'end' : 'move';
    setDrag({ mode, block: found, offset: minute - found.from });
  };
  const follow = (event: PointerEvent) => {
    if (drag === null) return;
    const { block, mode, offset } = drag;
    const { weekday, minute } = placeOf(event);
    if (mode === 'move') {
      replace(moveBlock(block, { weekday, from: Math.round((minute - offset) / STEP) * STEP }));
    } else if (mode === 'end') {
      replace(resizeEnd(block, Math.round((minute - block.from) / block.unit_minutes)));
    } else {
      replace(resizeStart(block, Math.round((endOf(block) - minute) / block.unit_minutes)));
    }
  };
  const end = () => {
    setDrag(null);
    setFrozen(null);
  };
  const press = (event: KeyboardEvent, block: HoursBlock) => {
    const changed = keyed(event, block);
    if (changed === undefined) return;
    event.preventDefault();
    if (changed === null) onChange(blocks.filter(({ id }) => id !== block.id));
    else replace(changed);
  };

  return (
    <div className={classes.grid} style={style({ '--hours': (hours.to - first) / 60 })}>
      <div className={classes.ruler} aria-hidden="true">
        {ticks.map((minute) => (
          <span key={minute}>{timeOf(minute)}</span>
        ))}
      </div>
      <div className={classes.week}>
        <div className={classes.days} aria-hidden="true">
          {WEEKDAYS.map((weekday) => (
            <span key={weekday}>{weekdayName({ dayOfWeek: weekday })}</span>
          ))}
        </div>
        <fieldset
          ref={sheet}
          className={classes.sheet}
          aria-label="Weekly hours. Arrow keys move hours, with Shift they change their length, Delete removes them."
          data-dragging={drag !== null || undefined}
          onPointerDown={begin}
          onPointerMove={follow}
          onPointerUp={end}
          onPointerCancel={end}
        >
          {blocks.map((block) => (
            <button
              key={block.id}
              type="button"
              className={classes.block}
              data-block={block.id}
              data-other={
                block.category !== kind.category || block.unit_minutes !== kind.unit_minutes || undefined
              }
              style={style({
                '--day': block.weekday - 1,
                '--at': (block.from - first) / 60,
                '--length': (endOf(block) - block.from) / 60,
              })}
              onKeyDown={(event) => press(event, block)}
            >
              <VisuallyHidden>{blockName(block, nameOf(block))}</VisuallyHidden>
              <span className={classes.time} aria-hidden="true">
                {timeOf(block.from)} to {timeOf(endOf(block))}
              </span>
              <span aria-hidden="true">{nameOf(block)}</span>
            </button>
          ))}
        </fieldset>
      </div>
    </div>
  );
}

/** "Monday 10:00 to 12:00, Recording session (30 min), 4 slots". */
function blockName(block: HoursBlock, kind: string): string {
  const { weekday, from, slots } = block;
  const times = `${timeOf(from)} to ${timeOf(endOf(block))}`;
  const count = `${slots} ${slots === 1 ? 'slot' : 'slots'}`;
  return `${weekdayName({ dayOfWeek: weekday })} ${times}, ${kind}, ${count}`;
}

/** A block after a key: null if it is removed, undefined if the key does nothing. */
function keyed({ key, shiftKey }: KeyboardEvent, block: HoursBlock): HoursBlock | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null;
  const step = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (step !== undefined)
    return shiftKey
      ? resizeEnd(block, block.slots + step)
      : moveBlock(block, { from: block.from + step * STEP });
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return days === undefined || shiftKey ? undefined : moveBlock(block, { weekday: block.weekday + days });
}
