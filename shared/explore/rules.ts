import { dayOf, formatDay, formatTime } from '../lib/time.ts';
import { EXPLORE } from './texts.ts';

/** The instrument after a click on a tab; null is all (docs/product/explore.md#instrument-tabs). */
export function toggleInstrument(active: string | null, clicked: string | null): string | null {
  return clicked === active ? null : clicked;
}

/** "Next free today, 18:30" in the reader's zone (docs/product/explore.md#next-free-time). */
export function nextFreeText(next: Temporal.Instant | null, zone: string, now: Temporal.Instant): string {
  if (next === null) return EXPLORE.noNextFree;
  const days = dayOf(now, zone).until(dayOf(next, zone)).days;
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(next, zone);
  return `Next free ${day}, ${formatTime(next, zone)}`;
}

/** The texts of an empty listing, of one instrument or of all (docs/product/explore.md#empty-listing). */
export function emptyText(instrument: string | null): {
  readonly title: string;
  readonly body: string | null;
} {
  return instrument === null
    ? { title: EXPLORE.noSessions, body: null }
    : { title: EXPLORE.noResults, body: EXPLORE.adjust };
}
