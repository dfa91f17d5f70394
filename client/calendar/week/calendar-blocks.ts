import type { musicianCalendar } from '#shared/explore/contract.ts';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import { dayOf, startOfWeek } from '#shared/lib/time.ts';

export type CalendarSlot = ReadOf<typeof musicianCalendar>['slots'][number];

/** Days of one request (docs/product/me.md#musicians-calendar). */
const WINDOW_DAYS = 28;

/** First and last day of one request. */
interface DateRange {
  readonly from: string;
  readonly to: string;
}

/** The 28 days that contain a day, counted from the Monday of today's week; `by` moves by whole windows. */
export function windowAround(day: Temporal.PlainDate, today: Temporal.PlainDate, by = 0): DateRange {
  const start = startOfWeek(today);
  const index = Math.floor(start.until(day, { largestUnit: 'days' }).days / WINDOW_DAYS) + by;
  const from = start.add({ days: index * WINDOW_DAYS });
  return { from: from.toString(), to: from.add({ days: WINDOW_DAYS - 1 }).toString() };
}

/** docs/product/me.md#musicians-calendar */
export type Kind = 'free' | 'past' | 'held' | 'offered' | 'booked' | 'blocked' | 'off' | 'busy';

/** Adjacent slots of one kind, category and session. */
export interface CalendarBlock {
  readonly kind: Kind;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Number of slots. */
  readonly slots: number;
  readonly ids: readonly string[];
  readonly category: string;
  readonly type: CalendarSlot['slot_type'];
  readonly sessionId: number | null;
  readonly client: string | null;
  /** The other calendar that hides it. */
  readonly busy: string | null;
  /** When the waiting list's offer of it ends. */
  readonly offeredUntil: string | null;
}

function kindOf(
  { status, session_id, displayStatus, busy, start_date, offered_until }: CalendarSlot,
  now: Temporal.Instant,
): Kind {
  if (status === 'booked') return session_id === null ? 'blocked' : 'booked';
  if (status === 'prebooked') return offered_until === null ? 'held' : 'offered';
  if (displayStatus === 'hidden') return busy === null ? 'off' : 'busy';
  return Temporal.Instant.compare(Temporal.Instant.from(start_date), now) > 0 ? 'free' : 'past';
}

/** Blocks of a day at `now`, by time. `slots` are sorted by start. */
export function blocksOf(
  slots: readonly CalendarSlot[],
  { day, zone, now }: { day: Temporal.PlainDate; zone: string; now: Temporal.Instant },
): CalendarBlock[] {
  const onDay = slots.filter((slot) => dayOf(Temporal.Instant.from(slot.start_date), zone).equals(day));
  const blocks = [...Map.groupBy(onDay, (slot) => slot.service_category).values()].flatMap((same) =>
    blocksOfCategory(same, now),
  );
  return blocks.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from));
}

function blocksOfCategory(slots: readonly CalendarSlot[], now: Temporal.Instant): CalendarBlock[] {
  const blocks: CalendarBlock[] = [];
  for (const slot of slots) {
    const from = Temporal.Instant.from(slot.start_date);
    const to = from.add({ minutes: slot.duration });
    const kind = kindOf(slot, now);
    const last = blocks.at(-1);
    const continues =
      last !== undefined &&
      last.kind === kind &&
      last.sessionId === slot.session_id &&
      last.busy === slot.busy &&
      last.offeredUntil === slot.offered_until &&
      (kind !== 'free' || last.type === slot.slot_type) &&
      (slot.session_id !== null || last.to.equals(from));
    if (continues)
      blocks[blocks.length - 1] = { ...last, to, slots: last.slots + 1, ids: [...last.ids, slot.id] };
    else
      blocks.push({
        kind,
        from,
        to,
        slots: 1,
        ids: [slot.id],
        category: slot.service_category,
        type: slot.slot_type,
        sessionId: slot.session_id,
        client: slot.client_name,
        busy: slot.busy,
        offeredUntil: slot.offered_until,
      });
  }
  return blocks;
}

/** A block's place in its day: minutes of the wall clock, and the column among those at the same time. */
export interface PlacedBlock {
  readonly block: CalendarBlock;
  readonly from: number;
  readonly to: number;
  readonly column: number;
  readonly columns: number;
}

/** Places a day's blocks, given by time, beside each other where they overlap. */
export function placeBlocks(blocks: readonly CalendarBlock[], zone: string): PlacedBlock[] {
  const placed: PlacedBlock[] = [];
  let cluster: { block: CalendarBlock; from: number; to: number; column: number }[] = [];
  const flush = (): void => {
    const columns = Math.max(0, ...cluster.map(({ column }) => column)) + 1;
    for (const one of cluster) placed.push({ ...one, columns });
    cluster = [];
  };
  for (const block of blocks) {
    const { hour, minute } = block.from.toZonedDateTimeISO(zone);
    const from = hour * 60 + minute;
    const to = from + block.from.until(block.to).total('minutes');
    if (cluster.every((one) => one.to <= from)) flush();
    const busy = new Set(cluster.filter((one) => one.to > from).map(({ column }) => column));
    let column = 0;
    while (busy.has(column)) column += 1;
    cluster.push({ block, from, to, column });
  }
  flush();
  return placed;
}

const EARLIEST = 8 * 60;
const LATEST = 20 * 60;
const DAY = 24 * 60;

/** The hours that a grid shows, in minutes: 8 to 20, and more where something is. */
export function shownHours(spans: readonly { readonly from: number; readonly to: number }[]): {
  readonly from: number;
  readonly to: number;
} {
  const from = Math.min(EARLIEST, ...spans.map((span) => span.from));
  const to = Math.max(LATEST, ...spans.map((span) => span.to));
  return { from: Math.floor(from / 60) * 60, to: Math.min(DAY, Math.ceil(to / 60) * 60) };
}
