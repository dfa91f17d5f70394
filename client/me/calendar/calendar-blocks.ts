import type { musicianCalendar } from '../../../shared/calendar/contract.ts';
import type { ReadOf } from '../../../shared/lib/endpoint.ts';
import { dayOf, startOfWeek } from '../../../shared/lib/time.ts';

export type CalendarSlot = ReadOf<typeof musicianCalendar>['slots'][number];

/** "Paged by 28 days, prefetching 28 days either side" (part 2 section 2 "Profile page"). */
const WINDOW_DAYS = 28;

/** First and last day of a stretch that is asked for at once. */
interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** The 28 days, counted from the Monday of today's week, that a day lies in; `by` moves whole stretches on. */
export function stretchOf(day: Temporal.PlainDate, today: Temporal.PlainDate, by = 0): Stretch {
  const start = startOfWeek(today);
  const index = Math.floor(start.until(day, { largestUnit: 'days' }).days / WINDOW_DAYS) + by;
  const from = start.add({ days: index * WINDOW_DAYS });
  return { from: from.toString(), to: from.add({ days: WINDOW_DAYS - 1 }).toString() };
}

/** What a musician's time is: free, gone by unbooked, held for a quarter of an hour, booked, in the way of a booking, or on a day off. */
type Kind = 'free' | 'past' | 'held' | 'booked' | 'blocked' | 'off';

/** Slots in a row that are the same to their musician. */
export interface Stint {
  readonly kind: Kind;
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** How many slots it is made of. */
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

/** The stints of a day at `now`, by time: neighbours of one kind and session are one. `slots` are in the order of their starts. */
export function stintsOf(
  slots: readonly CalendarSlot[],
  { day, zone, now }: { day: Temporal.PlainDate; zone: string; now: Temporal.Instant },
): Stint[] {
  const stints: Stint[] = [];
  for (const slot of slots) {
    const from = Temporal.Instant.from(slot.start_date);
    if (!dayOf(from, zone).equals(day)) continue;
    const to = from.add({ minutes: slot.duration });
    const kind = kindOf(slot, now);
    const last = stints.at(-1);
    const goesOn =
      last !== undefined &&
      last.kind === kind &&
      last.sessionId === slot.session_id &&
      (slot.session_id !== null || last.to.equals(from));
    if (goesOn) stints[stints.length - 1] = { ...last, to, slots: last.slots + 1 };
    else stints.push({ kind, from, to, slots: 1, sessionId: slot.session_id, client: slot.client_name });
  }
  return stints;
}
