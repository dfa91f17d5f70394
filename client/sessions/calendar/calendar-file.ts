import type { Session } from '#shared/sessions/contract.ts';
import { calendarFile } from '#shared/sessions/rules-calendar.ts';
import { paths } from '../../lib/paths.ts';
import { inCalendar } from './calendar-entry.ts';

/** Saves a session's calendar file in the browser, without a call. `studio` is the studio's name. */
export function saveCalendarFile(session: Session, studio: string, now: Temporal.Instant): void {
  const file = new Blob([calendarFile(inCalendar(session), { url: panelUrl(session.id), studio }, now)], {
    type: 'text/calendar;charset=utf-8',
  });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: `session-${session.id}.ics` }).click();
  // Safari reads the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The address of a session's panel on this front. */
export function panelUrl(id: number): string {
  return new URL(paths.session(id), location.origin).href;
}
