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
type Kind = 'free' | 'past' | 'held' | 'booked' | 'blocked' | 'off';

/** Adjacent slots of one kind and session. */
export interface CalendarBlock {
  readonly kind: Kind;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** Number of slots. */
  readonly slots: number;
  readonly sessionId: number | null;
  readonly client: string | null;
}

function kindOf(
  { status, session_id, displayStatus, start_date }: CalendarSlot,
  now: Temporal.Instant,
): Kind {
  if (status === 'booked') return session_id === null ? 'blocked' : 'booked';
  if (status === 'prebooked') return 'held';
  if (displayStatus === 'hidden') return 'off';
  return Temporal.Instant.compare(Temporal.Instant.from(start_date), now) > 0 ? 'free' : 'past';
}

/** Blocks of a day at `now`, by time. `slots` are sorted by start. */
export function blocksOf(
  slots: readonly CalendarSlot[],
  { day, zone, now }: { day: Temporal.PlainDate; zone: string; now: Temporal.Instant },
): CalendarBlock[] {
  const blocks: CalendarBlock[] = [];
  for (const slot of slots) {
    const from = Temporal.Instant.from(slot.start_date);
    if (!dayOf(from, zone).equals(day)) continue;
    const to = from.add({ minutes: slot.duration });
    const kind = kindOf(slot, now);
    const last = blocks.at(-1);
    const continues =
      last !== undefined &&
      last.kind === kind &&
      last.sessionId === slot.session_id &&
      (slot.session_id !== null || last.to.equals(from));
    if (continues) blocks[blocks.length - 1] = { ...last, to, slots: last.slots + 1 };
    else blocks.push({ kind, from, to, slots: 1, sessionId: slot.session_id, client: slot.client_name });
  }
  return blocks;
}
