import { dayOf, formatDay, formatTime } from '../lib/time.ts';
import { EXPLORE } from './texts.ts';

/** The instrument after a click on a tab; null is all (docs/product/explore.md#instrument-tabs). */
export function toggleInstrument(active: string | null, clicked: string | null): string | null {
  return clicked === active ? null : clicked;
}

/** "today, 18:30", "tomorrow, 18:30", "Sat 21 Nov 26, 18:30" in the reader's zone. */
export function whenText(at: Temporal.Instant, zone: string, now: Temporal.Instant): string {
  const days = dayOf(now, zone).until(dayOf(at, zone)).days;
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(at, zone);
  return `${day}, ${formatTime(at, zone)}`;
}

/** "Next free today, 18:30" in the reader's zone (docs/product/explore.md#next-free-time). */
export function nextFreeText(next: Temporal.Instant | null, zone: string, now: Temporal.Instant): string {
  return next === null ? EXPLORE.noNextFree : `Next free ${whenText(next, zone, now)}`;
}

/** What narrows a listing: only what somebody plays, their words, or when and for what they can be booked. */
export type NarrowedBy = 'instrument' | 'words' | 'time';

/** The texts of an empty listing, by what narrows it; null for all (docs/product/explore.md#empty-listing). */
export function emptyText(by: NarrowedBy | null): {
  readonly title: string;
  readonly body: string | null;
} {
  if (by === 'instrument') return { title: EXPLORE.noResults, body: EXPLORE.adjust };
  if (by === 'words') return { title: EXPLORE.noResults, body: EXPLORE.otherWords };
  return { title: EXPLORE.noSessions, body: null };
}
