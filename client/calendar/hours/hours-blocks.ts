import { minutesOf, timeOf, type SlotKind } from '#shared/calendar/rules-hours.ts';
import type { WeeklyHour } from '#shared/calendar/rules.ts';

/** Weekly hours of one kind in a row on a weekday, as they are drawn and edited. */
export interface HoursBlock extends SlotKind {
  /** Names it while it is edited. */
  readonly id: number;
  readonly weekday: number;
  /** The minute of the day at which it starts. */
  readonly from: number;
  readonly slots: number;
}

const DAY = 24 * 60;
/** Starts are moved by this many minutes. */
export const STEP = 15;

/** The minute at which a block ends. */
export const endOf = ({ from, slots, unit_minutes }: HoursBlock): number => from + slots * unit_minutes;

/** Weekly hours as blocks. */
export function toBlocks(hours: readonly WeeklyHour[]): HoursBlock[] {
  const blocks: HoursBlock[] = [];
  const sorted = hours.toSorted(
    (a, b) =>
      a.weekday - b.weekday || a.category.localeCompare(b.category) || minutesOf(a.from) - minutesOf(b.from),
  );
  for (const { weekday, from: time, unit_minutes, category } of sorted) {
    const from = minutesOf(time);
    const last = blocks.at(-1);
    const continues =
      last !== undefined &&
      last.weekday === weekday &&
      last.category === category &&
      last.unit_minutes === unit_minutes &&
      endOf(last) === from;
    if (continues) blocks[blocks.length - 1] = { ...last, slots: last.slots + 1 };
    else blocks.push({ id: blocks.length, weekday, from, unit_minutes, category, slots: 1 });
  }
  return blocks;
}

/** Blocks as weekly hours. */
export function toHours(blocks: readonly HoursBlock[]): WeeklyHour[] {
  return blocks.flatMap(({ weekday, from, slots, unit_minutes, category }) =>
    Array.from({ length: slots }, (_, n) => ({
      weekday,
      from: timeOf(from + n * unit_minutes),
      unit_minutes,
      category,
    })),
  );
}

const clamp = (n: number, least: number, most: number): number => Math.min(Math.max(n, least), most);

/** The most slots that fit into a day from a minute on. */
export const mostSlots = ({ from, unit_minutes }: Pick<HoursBlock, 'from' | 'unit_minutes'>): number =>
  Math.max(1, Math.floor((DAY - from) / unit_minutes));

/** A block that starts at another minute or weekday, within its day. */
export function moveBlock(
  block: HoursBlock,
  to: { readonly weekday?: number; readonly from?: number },
): HoursBlock {
  const length = endOf(block) - block.from;
  return {
    ...block,
    weekday: clamp(to.weekday ?? block.weekday, 1, 7),
    from: clamp(to.from ?? block.from, 0, Math.max(0, DAY - length)),
  };
}

/** A block with another end, in steps of its unit. */
export function resizeEnd(block: HoursBlock, slots: number): HoursBlock {
  return { ...block, slots: clamp(slots, 1, mostSlots(block)) };
}

/** A block with another start and the same end, in steps of its unit. */
export function resizeStart(block: HoursBlock, slots: number): HoursBlock {
  const most = Math.floor(endOf(block) / block.unit_minutes);
  const count = clamp(slots, 1, Math.max(1, most));
  return { ...block, slots: count, from: endOf(block) - count * block.unit_minutes };
}

/** A free place for new hours on a weekday: after the last ones, or at 10:00. */
export function placeFor(
  blocks: readonly HoursBlock[],
  { weekday, ...kind }: SlotKind & { readonly weekday: number },
): HoursBlock {
  const ends = blocks.filter((one) => one.weekday === weekday).map(endOf);
  const from = ends.length === 0 ? 10 * 60 : Math.ceil(Math.max(...ends) / STEP) * STEP;
  const start = Math.min(from, DAY - kind.unit_minutes);
  return { id: nextId(blocks), weekday, ...kind, from: start, slots: 1 };
}

/** An id that no block has. */
export function nextId(blocks: readonly HoursBlock[]): number {
  return Math.max(-1, ...blocks.map(({ id }) => id)) + 1;
}

/** A weekday's hours put in the place of those of other days. */
export function copyDay(blocks: readonly HoursBlock[], weekday: number, to: readonly number[]): HoursBlock[] {
  const days = to.filter((day) => day !== weekday);
  const source = blocks.filter((one) => one.weekday === weekday);
  let id = nextId(blocks);
  const copies = days.flatMap((day) => source.map((one) => ({ ...one, weekday: day, id: (id += 1) })));
  return [...blocks.filter((one) => !days.includes(one.weekday)), ...copies];
}
