import { useElementSize } from '@mantine/hooks';
import {
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { cost } from '#shared/booking/rules.ts';
import type { Buyer } from '#shared/catalogue/rules.ts';
import { formatTime } from '#shared/lib/time.ts';
import { type Clip, type Lane, lanesOf, neighborSlot, type Ruler, rulerOf, runsOf } from './arrangement.ts';
import classes from './ArrangementView.module.css';
import clipClasses from './Clips.module.css';
import type { PickedService, SlotState } from './pick.ts';
import { fitOf, lengthOf, SHORT_LABEL_PX } from './run-label.ts';
import { SlotSummary } from './SlotSummary.tsx';
import type { PickerSlot } from './slots.ts';
import { creditsText, hoursOf, longDay, stateLabel, shortDay, timeName } from '../form/format.ts';

export interface ClipsProps {
  readonly slots: readonly PickerSlot[];
  readonly chosen: readonly PickerSlot[];
  readonly viewOf: (slot: PickerSlot) => { readonly state: SlotState; readonly reason: string };
  readonly press: (slot: PickerSlot) => void;
  readonly zone: string;
  readonly musicianZone: string;
  readonly service: PickedService;
  /** The buyer for prices; null hides them, as moving is free. */
  readonly buyer: Buyer | null;
}

interface ArrangementViewProps extends ClipsProps {
  readonly days: readonly Temporal.PlainDate[];
  readonly page: number;
  readonly pages: number;
  readonly goToPage: (page: number) => void;
}

const LANE_PX = 42;
const CAPTION_PX = 22;
/** The width of a start time in one line; below it hours stand above minutes. */
const TIME_PX = 42;
type SlotLane = Lane<PickerSlot>;
const style = (values: Record<`--${string}`, number>) => values as CSSProperties;

/** Days as lanes, slots as clips on a ruler, as in a DAW (docs/product/booking.md#time-picker). */
export function ArrangementView(props: ArrangementViewProps) {
  const { slots, chosen, viewOf, press, zone, musicianZone, service, buyer, days, page, pages, goToPage } =
    props;
  const lanes = useMemo(() => lanesOf(slots, days, zone), [slots, days, zone]);
  const ruler = useMemo(() => rulerOf(lanes.flatMap(({ clips }) => clips)), [lanes]);
  const names = useMemo(
    () => new Map(lanes.flatMap(({ clips }) => clips.map(({ slot }) => [slot.id, timeName(slot, zone)]))),
    [lanes, zone],
  );
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const { ref, width } = useElementSize();
  const grid = useRef<HTMLFieldSetElement>(null);
  const turnedPage = useRef<number | null>(null);

  const allSlots = lanes.flatMap(({ clips }) => clips.map(({ slot }) => slot));
  const tabStop = allSlots.find(({ id }) => id === focused) ?? firstOf(allSlots, chosen, viewOf);
  const shown = allSlots.find(({ id }) => id === (hovered ?? focused)) ?? null;
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    grid.current?.querySelector<HTMLElement>(`[data-slot="${CSS.escape(id)}"]`)?.focus();
  };

  // After a page change by keyboard, the first clip gets the focus: before the next key, which would be lost without.
  const focusFirst = useEffectEvent(() => focus(tabStop?.id));
  useLayoutEffect(() => {
    if (turnedPage.current !== page) return;
    turnedPage.current = null;
    focusFirst();
  }, [page]);

  const move = (event: KeyboardEvent) => {
    const targetPage = { PageDown: page + 1, PageUp: page - 1 }[event.key];
    if (targetPage !== undefined) {
      event.preventDefault();
      if (targetPage < 0 || targetPage >= pages) return;
      turnedPage.current = targetPage;
      goToPage(targetPage);
      return;
    }
    const to = tabStop && neighborSlot(lanes, tabStop.id, event.key);
    if (!to) return;
    event.preventDefault();
    focus(to.id);
  };

  return (
    <div className={classes.view}>
      <SlotSummary
        slot={shown}
        view={shown && viewOf(shown)}
        zone={zone}
        musicianZone={musicianZone}
        service={service}
        buyer={buyer}
      >
        <span className={classes.keyboardHint}>Arrow keys move, space takes a time.</span>
      </SlotSummary>
      <div className={classes.scroller}>
        <div className={classes.sheet} style={style({ '--hours': ruler.width })}>
          <div className={classes.ruler} aria-hidden="true">
            <div className={classes.corner} />
            <div className={classes.ticks} ref={ref}>
              {ruler.ticks.map(({ at, label }) => (
                <span key={at} style={style({ '--at': at })}>
                  {label}
                </span>
              ))}
            </div>
          </div>
          <fieldset
            ref={grid}
            className={classes.lanes}
            aria-label="Times by day. Arrow keys move, space takes a time, Page Up and Page Down turn the week."
            onPointerLeave={() => setHovered(null)}
          >
            {lanes.map((lane) => (
              <LaneRow
                key={lane.day.toString()}
                lane={lane}
                names={names}
                ruler={ruler}
                hourPx={width / ruler.width}
                chosen={chosen}
                viewOf={viewOf}
                press={press}
                zone={zone}
                price={(count) => (buyer === null ? null : creditsText(cost(service, count, buyer)))}
                tabStop={tabStop?.id}
                onPoint={setHovered}
                onFocus={setFocused}
                onKeyDown={move}
              />
            ))}
          </fieldset>
        </div>
      </div>
      {allSlots.length === 0 && (
        <p className={classes.empty}>
          {page < pages - 1 ? 'No times on these days. Try the next ones.' : 'No times on these days.'}
        </p>
      )}
    </div>
  );
}

function firstOf(
  allSlots: readonly PickerSlot[],
  chosen: readonly PickerSlot[],
  viewOf: ClipsProps['viewOf'],
): PickerSlot | undefined {
  const chosenSlot = allSlots.find(({ id }) => chosen.some((slot) => slot.id === id));
  return chosenSlot ?? allSlots.find((slot) => viewOf(slot).state === 'free') ?? allSlots[0];
}

interface LaneRowProps extends Pick<ClipsProps, 'chosen' | 'viewOf' | 'press' | 'zone'> {
  readonly lane: SlotLane;
  /** Accessible names by slot id, computed once because lanes rerender on pointer moves. */
  readonly names: ReadonlyMap<string, string>;
  readonly ruler: Ruler;
  /** Pixels of an hour, 0 before the first layout. */
  readonly hourPx: number;
  readonly price: (slots: number) => string | null;
  readonly tabStop: string | undefined;
  readonly onPoint: (id: string | null) => void;
  readonly onFocus: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function LaneRow(props: LaneRowProps) {
  const { lane, names, ruler, hourPx, chosen, viewOf, press, zone } = props;
  const { price, tabStop, onPoint, onFocus, onKeyDown } = props;
  const { weekday, date } = shortDay(lane.day);
  const ids = new Set(chosen.map(({ id }) => id));
  const runs = runsOf(lane, ids);
  const views = new Map(lane.clips.map(({ slot }) => [slot.id, viewOf(slot)]));
  const free = [...views.values()].filter((one) => one.state === 'free' || one.state === 'apart').length;
  const px = (run: readonly Clip<PickerSlot>[]) => spanOf(run, ruler).width * hourPx;
  const hasCaption = runs.some((run) => px(run) < SHORT_LABEL_PX);
  return (
    <fieldset className={classes.lane} aria-label={`${longDay(lane.day)}, ${free} free`}>
      <div className={classes.day} aria-hidden="true">
        <b>{weekday}</b>
        <span>{date}</span>
      </div>
      <div
        className={classes.track}
        style={{ height: lane.rows * LANE_PX + (hasCaption ? CAPTION_PX : 0) }}
        data-empty={lane.clips.length === 0 || undefined}
      >
        {ruler.folds.map(({ at, width }) => (
          <span key={at} className={classes.fold} style={style({ '--at': at, '--w': width })} />
        ))}
        {lane.clips.map((clip) => {
          const { slot } = clip;
          const seen = views.get(slot.id)?.state ?? 'closed';
          const run = runs.find((one) => one.includes(clip));
          const left = ruler.place(clip.from);
          const width = ruler.place(clip.to) - left;
          return (
            <button
              key={slot.id}
              type="button"
              data-slot={slot.id}
              data-state={seen}
              data-join={joinOf(run, clip)}
              className={`${clipClasses.clip} ${classes.clip}`}
              style={style({ '--at': left, '--w': width, '--row': clip.row })}
              aria-label={`${names.get(slot.id)}, ${stateLabel(seen, slot.open_from, zone)}`}
              aria-pressed={seen === 'chosen'}
              aria-disabled={UNAVAILABLE.has(seen) || undefined}
              tabIndex={slot.id === tabStop ? 0 : -1}
              onKeyDown={onKeyDown}
              onClick={() => press(slot)}
              onPointerEnter={() => onPoint(slot.id)}
              onFocus={() => {
                onPoint(null);
                onFocus(slot.id);
              }}
            >
              {(run === undefined || fitOf(px(run)) === 'below') && (
                <StartTime at={slot.starts_at} zone={zone} narrow={width * hourPx < TIME_PX} />
              )}
            </button>
          );
        })}
        {runs.map((run) => {
          const [first, last] = [run[0], run.at(-1)];
          if (!first || !last) return null;
          const { at, width } = spanOf(run, ruler);
          const hours = hoursOf({ starts_at: first.slot.starts_at, ends_at: last.slot.ends_at }, zone);
          return (
            <span
              key={first.slot.id}
              className={classes.run}
              data-fits={fitOf(width * hourPx)}
              data-side={at > ruler.width * 0.6 ? 'end' : 'start'}
              style={style({ '--at': at, '--w': width, '--row': first.row })}
              aria-hidden="true"
            >
              <b>{hours}</b>{' '}
              <span>{[lengthOf(run, chosen), price(chosen.length)].filter(Boolean).join(' · ')}</span>
            </span>
          );
        })}
      </div>
    </fieldset>
  );
}

/** A clip's start; hours above minutes if it is narrow. Hidden from screen readers, which read the button's name. */
function StartTime({ at, zone, narrow }: { at: Temporal.Instant; zone: string; narrow: boolean }) {
  const time = formatTime(at, zone);
  return (
    <span className={classes.time} data-time={narrow ? time.replace(':', '\n') : time} aria-hidden="true" />
  );
}

const UNAVAILABLE: ReadonlySet<SlotState> = new Set(['booked', 'restricted', 'past', 'closed']);

function spanOf(run: readonly Clip<PickerSlot>[], ruler: Ruler) {
  const at = ruler.place(run[0]?.from ?? 0);
  return { at, width: ruler.place(run.at(-1)?.to ?? 0) - at };
}

/** Where a chosen clip joins its neighbours: at its start, its end or both. */
function joinOf(run: readonly Clip<PickerSlot>[] | undefined, clip: Clip<PickerSlot>) {
  if (!run || run.length < 2) return undefined;
  if (clip === run[0]) return 'end';
  return clip === run.at(-1) ? 'start' : 'both';
}
