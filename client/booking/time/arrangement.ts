import { dayOf, daySpan, daysFrom } from '#shared/lib/time.ts';

/** Geometry of the arrangement view: days are lanes, slots are clips on a ruler of hours. No pixels, no clock. */
interface Timed {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  /** Minutes. */
  readonly duration: number;
}

/** A slot's position: minutes of its day's wall clock, and the row within the lane. */
export interface Clip<S extends Timed> {
  readonly slot: S;
  readonly from: number;
  readonly to: number;
  readonly row: number;
}

export interface Lane<S extends Timed> {
  readonly day: Temporal.PlainDate;
  readonly clips: readonly Clip<S>[];
  readonly rows: number;
}

const PAGE_DAYS = 7;

/** The number of week pages for so many days. */
export function pageCount(days: number): number {
  return Math.ceil(days / PAGE_DAYS);
}

/** The page of a day by its index; today is 0. */
export function pageOf(index: number): number {
  return Math.floor(index / PAGE_DAYS);
}

/** The days of a page: seven from today on, fewer on the last page. */
export function pageDays(today: Temporal.PlainDate, page: number, days: number): Temporal.PlainDate[] {
  return daysFrom(today.add({ days: page * PAGE_DAYS }), Math.min(PAGE_DAYS, days - page * PAGE_DAYS));
}

/**
 * Lays out slots, given by start, on their days in a zone. Clips that would overlap get rows of their own: an hour that
 * occurs twice when the clocks go back, or overlapping slots.
 */
export function lanesOf<S extends Timed>(
  slots: readonly S[],
  days: readonly Temporal.PlainDate[],
  zone: string,
): Lane<S>[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const from = daySpan(first, zone).from.epochMilliseconds;
  const to = daySpan(last, zone).to.epochMilliseconds;
  const shown = slots.filter(
    ({ starts_at }) => starts_at.epochMilliseconds >= from && starts_at.epochMilliseconds < to,
  );
  const byDay = Map.groupBy(shown, ({ starts_at }) => dayOf(starts_at, zone).toString());
  return days.map((day) => {
    const ends: number[] = [];
    const clips = (byDay.get(day.toString()) ?? []).map((slot): Clip<S> => {
      const { hour, minute } = slot.starts_at.toZonedDateTimeISO(zone);
      const from = hour * 60 + minute;
      const to = from + slot.duration;
      const open = ends.findIndex((end) => end <= from);
      const row = open === -1 ? ends.length : open;
      ends[row] = to;
      return { slot, from, to, row };
    });
    return { day, clips, rows: Math.max(1, ends.length) };
  });
}

/** A page's hour scale: widths are in hours, long gaps are folded to a narrow strip. */
export interface Ruler {
  readonly width: number;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  readonly folds: readonly { readonly at: number; readonly width: number }[];
  /** The position of a minute of the day, in hours from the left edge. */
  place(minute: number): number;
}

const MIN_HOURS = 8;
const FOLD_FROM_HOURS = 3;
const FOLD_WIDTH = 0.5;
const hourLabel = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

/** The hours to show: all with slots, short gaps, and at least MIN_HOURS. */
function hoursOf(spans: readonly { readonly from: number; readonly to: number }[]): number[] {
  const drawnHours = new Set<number>();
  for (const { from, to } of spans) {
    for (let hour = Math.floor(from / 60); hour * 60 < to; hour += 1) drawnHours.add(hour);
  }
  if (drawnHours.size === 0) drawnHours.add(10);
  const sorted = [...drawnHours].sort((a, b) => a - b);
  for (const [n, hour] of sorted.entries()) {
    const next = sorted[n + 1] ?? hour;
    if (next - hour <= FOLD_FROM_HOURS) for (let gap = hour + 1; gap < next; gap += 1) drawnHours.add(gap);
  }
  let [first, last] = [Math.min(...drawnHours), Math.max(...drawnHours)];
  while (drawnHours.size < MIN_HOURS && (first > 0 || last < 23)) {
    if (last < 23) drawnHours.add((last += 1));
    if (drawnHours.size < MIN_HOURS && first > 0) drawnHours.add((first -= 1));
  }
  return [...drawnHours].sort((a, b) => a - b);
}

/** Computes the ruler of a page's slots. */
export function rulerOf(spans: readonly { readonly from: number; readonly to: number }[]): Ruler {
  const hours = hoursOf(spans);
  const tickStep = hours.length > 9 ? 2 : 1;
  const offsets = new Map<number, number>();
  const ticks: { at: number; label: string }[] = [];
  const folds: { at: number; width: number }[] = [];
  let width = 0;
  let run = 0;
  for (const [n, hour] of hours.entries()) {
    const before = hours[n - 1];
    if (before !== undefined && hour - before > 1) {
      folds.push({ at: width, width: FOLD_WIDTH });
      width += FOLD_WIDTH;
      run = 0;
    }
    offsets.set(hour, width);
    if (run % tickStep === 0) ticks.push({ at: width, label: hourLabel(hour) });
    width += 1;
    run += 1;
  }
  const place = (minute: number) => {
    const hour = Math.floor(minute / 60);
    const left = offsets.get(hour);
    if (left !== undefined) return left + (minute % 60) / 60;
    const previous = offsets.get(hour - 1);
    return previous === undefined ? width : previous + 1;
  };
  return { width, ticks, folds, place };
}

/** Adjacent selected clips of a lane, as one run. */
export function runsOf<S extends Timed>(lane: Lane<S>, chosen: ReadonlySet<string>): Clip<S>[][] {
  const runs: Clip<S>[][] = [];
  for (const clip of lane.clips) {
    if (!chosen.has(clip.slot.id)) continue;
    const last = runs.at(-1)?.at(-1);
    const isAdjacent = last && last.row === clip.row && last.slot.ends_at.equals(clip.slot.starts_at);
    if (isAdjacent) runs.at(-1)?.push(clip);
    else runs.push([clip]);
  }
  return runs;
}

/** The slot that an arrow key moves to; null at the end. */
export function neighborSlot<S extends Timed>(
  lanes: readonly Lane<S>[],
  currentId: string,
  key: string,
): S | null {
  const at = lanes.findIndex(({ clips }) => clips.some(({ slot }) => slot.id === currentId));
  const lane = lanes[at];
  const clip = lane?.clips.find(({ slot }) => slot.id === currentId);
  if (!lane || !clip) return null;
  const flat = lanes.flatMap(({ clips }) => clips);
  if (key === 'ArrowRight') return flat[flat.indexOf(clip) + 1]?.slot ?? null;
  if (key === 'ArrowLeft') return flat[flat.indexOf(clip) - 1]?.slot ?? null;
  if (key === 'Home') return lane.clips[0]?.slot ?? null;
  if (key === 'End') return lane.clips.at(-1)?.slot ?? null;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return null;
  const others = key === 'ArrowDown' ? lanes.slice(at + 1) : lanes.slice(0, at).toReversed();
  const target = others.find(({ clips }) => clips.length > 0);
  const distance = (other: Clip<S>) => Math.abs(other.from - clip.from);
  return target?.clips.toSorted((a, b) => distance(a) - distance(b))[0]?.slot ?? null;
}
