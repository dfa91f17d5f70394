import type { Session } from '../../../shared/sessions/contract.ts';
import { calendarEntry, stamp, type EntryPlace } from './calendar-entry.ts';

const encoder = new TextEncoder();
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** A content line of at most 75 octets; what is longer goes on behind a blank (RFC 5545 section 3.1). */
function folded(line: string): string {
  let out = '';
  let room = 75;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (size > room) {
      out += '\r\n ';
      room = 74;
    }
    out += character;
    room -= size;
  }
  return out;
}

/**
 * A session as a calendar file (RFC 5545) without a METHOD: something to keep, not an invitation to answer. The UID
 * is the session's for ever and SEQUENCE counts its moves, so that opening a later file again moves the entry.
 */
export function calendarFile(session: Session, where: EntryPlace, now: Temporal.Instant): string {
  const { id, calendar_sequence } = session;
  const { url, studio } = where;
  const { title, text } = calendarEntry(session, where);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(studio)}//Sessions//EN`,
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:session-${id}@${new URL(url).hostname}`,
    `SEQUENCE:${calendar_sequence}`,
    `DTSTAMP:${stamp(now.toString())}`,
    `LAST-MODIFIED:${stamp(session.last_update)}`,
    `DTSTART:${stamp(session.start_date)}`,
    `DTEND:${stamp(session.end_date)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Saves a session's calendar file in the browser: nothing is asked of the server. `studio` is the studio's name. */
export function saveCalendarFile(session: Session, studio: string, now: Temporal.Instant): void {
  const file = new Blob([calendarFile(session, { url: panelUrl(session.id), studio }, now)], {
    type: 'text/calendar;charset=utf-8',
  });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: `session-${session.id}.ics` }).click();
  // Safari reads the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** The address of a session's panel on this front, as a calendar keeps it. */
export function panelUrl(id: number): string {
  return new URL(`/sessions/${id}`, location.origin).href;
}
