import { dayOf, formatDay, formatTime } from '../lib/time.ts';
import { EXPLORE } from './texts.ts';

/** The instrument tabs, a card's next free time and the empty listing (part 2 section 2). */

/** The instrument after a tab was clicked; null is all. The active tab again resets to all. */
export function toggleInstrument(active: string | null, clicked: string | null): string | null {
  return clicked === active ? null : clicked;
}

/** When a musician is next free, in the reader's zone: "Next free today, 18:30", "Next free Sat 21 Nov 26, 18:30". */
export function nextFreeText(next: Temporal.Instant | null, zone: string, now: Temporal.Instant): string {
  if (next === null) return EXPLORE.noNextFree;
  const days = dayOf(now, zone).until(dayOf(next, zone)).days;
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(next, zone);
  return `Next free ${day}, ${formatTime(next, zone)}`;
}

/** The words of an empty listing: an instrument without musicians asks for another; without one there are no sessions. */
export function emptyText(instrument: string | null): {
  readonly title: string;
  readonly body: string | null;
} {
  return instrument === null
    ? { title: EXPLORE.noSessions, body: null }
    : { title: EXPLORE.noResults, body: EXPLORE.adjust };
}
