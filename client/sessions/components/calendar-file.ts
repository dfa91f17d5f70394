import type { Session } from '../../../shared/sessions/contract.ts';

const encoder = new TextEncoder();
const stamp = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
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
 * is the session's for ever, so that opening a later file again moves the entry. `url` is the panel's address.
 */
export function calendarFile(
  session: Session,
  where: { readonly url: string; readonly studio: string },
  now: Temporal.Instant,
): string {
  const { id, partner, session_info, service, livestream_link } = session;
  const { url, studio } = where;
  const track = session_info.title ?? service.label;
  const about = [`Session #${id}`, livestream_link && `Livestream: ${livestream_link}`, url].filter(Boolean);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(studio)}//Sessions//EN`,
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    `UID:session-${id}@${new URL(url).hostname}`,
    `DTSTAMP:${stamp(now.toString())}`,
    `LAST-MODIFIED:${stamp(session.last_update)}`,
    `DTSTART:${stamp(session.start_date)}`,
    `DTEND:${stamp(session.end_date)}`,
    `SUMMARY:${escaped(`${track}: ${service.label} with ${partner.name}`)}`,
    `DESCRIPTION:${escaped(about.join('\n'))}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Saves a session's calendar file in the browser: nothing is asked of the server. `studio` is the studio's name. */
export function saveCalendarFile(session: Session, studio: string, now: Temporal.Instant): void {
  const url = new URL(`/sessions/${session.id}`, location.origin).href;
  const file = new Blob([calendarFile(session, { url, studio }, now)], {
    type: 'text/calendar;charset=utf-8',
  });
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: `session-${session.id}.ics` }).click();
  // Safari reads the address only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
