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

/** What a calendar keeps of a session; instants as ISO 8601. */
export interface CalendarSession {
  readonly id: number;
  readonly title: string | null;
  readonly service: string;
  /** The name of the other side. */
  readonly other: string;
  readonly start: string;
  readonly end: string;
  readonly last_update: string;
  readonly livestream: string | null;
  /** Counts its changes. */
  readonly sequence: number;
}

/** Where an entry leads back to: the panel's address, and whose studio it is. */
export interface EntryPlace {
  readonly url: string;
  readonly studio: string;
}

interface Address {
  readonly name: string;
  readonly address: string;
}

/** What makes an entry an invitation that a mail brings (RFC 5546): who asks whom, and whether it is off. */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly organizer: Address;
  readonly attendee: Address;
}

/** An instant as calendars write it, in UTC: "20261124T140000Z". */
export const stamp = (iso: string) => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** What a session is called in a calendar, and what stands below. */
export function calendarEntry(
  session: CalendarSession,
  { url }: EntryPlace,
): { title: string; text: string } {
  const { id, title, service, other, livestream } = session;
  const about = [`Session #${id}`, livestream && `Livestream: ${livestream}`, url];
  return { title: `${title ?? service}: ${service} with ${other}`, text: about.filter(Boolean).join('\n') };
}

/** A parameter's value stands in quotes, which it cannot hold itself. */
const quoted = (name: string) => `"${name.replaceAll(/["\p{Cc}]/gu, '')}"`;

function inviting({ method, organizer, attendee }: Invitation): string[] {
  return [
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;CN=${quoted(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`,
  ];
}

/**
 * A session as a calendar file (RFC 5545). Without an invitation it has no METHOD: something to keep, not to answer.
 * The UID is the session's for ever, on its front, and SEQUENCE counts its changes, so that a later file moves the entry.
 */
export function calendarFile(
  session: CalendarSession,
  where: EntryPlace,
  now: Temporal.Instant,
  invitation: Invitation | null = null,
): string {
  const { url, studio } = where;
  const { title, text } = calendarEntry(session, where);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(studio)}//Sessions//EN`,
    'CALSCALE:GREGORIAN',
    ...(invitation === null ? [] : [`METHOD:${invitation.method}`]),
    'BEGIN:VEVENT',
    `UID:session-${session.id}@${new URL(url).hostname}`,
    `SEQUENCE:${session.sequence}`,
    `DTSTAMP:${stamp(now.toString())}`,
    `LAST-MODIFIED:${stamp(session.last_update)}`,
    `DTSTART:${stamp(session.start)}`,
    `DTEND:${stamp(session.end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    ...(invitation === null ? [] : inviting(invitation)),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
