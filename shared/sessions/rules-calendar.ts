const encoder = new TextEncoder();
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Folds a content line at 75 octets; continuation lines start with a space (RFC 5545 section 3.1). */
function foldLine(line: string): string {
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

/** The session fields of a calendar entry; instants as ISO 8601. */
export interface CalendarSession {
  readonly id: number;
  readonly title: string | null;
  readonly service: string;
  /** The other side's name. */
  readonly other: string;
  readonly start: string;
  readonly end: string;
  readonly last_update: string;
  readonly livestream: string | null;
  /** The number of changes. */
  readonly sequence: number;
}

/** The panel's address and the studio's name. */
export interface EntryPlace {
  readonly url: string;
  readonly studio: string;
}

interface Address {
  readonly name: string;
  readonly address: string;
}

/** Makes an entry an invitation sent by mail (RFC 5546). */
export interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly organizer: Address;
  readonly attendee: Address;
}

/** An ISO instant in the calendar's form, in UTC: "20261124T140000Z". */
export const stamp = (iso: string) => `${iso.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The title and description of a calendar entry. */
export function calendarEntry(
  session: CalendarSession,
  { url }: EntryPlace,
): { title: string; text: string } {
  const { id, title, service, other, livestream } = session;
  const about = [`Session #${id}`, livestream && `Livestream: ${livestream}`, url];
  return { title: `${title ?? service}: ${service} with ${other}`, text: about.filter(Boolean).join('\n') };
}

/** A parameter's value in quotes, which it cannot contain itself. */
const quoted = (name: string) => `"${name.replaceAll(/["\p{Cc}]/gu, '')}"`;

function inviting({ method, organizer, attendee }: Invitation): string[] {
  return [
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.address}`,
    `ATTENDEE;CN=${quoted(attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.address}`,
  ];
}

/** A session's entry without its calendar; `stampedAt` is when it was written, as ISO 8601. */
function entryLines(
  session: CalendarSession,
  where: EntryPlace,
  stampedAt: string,
  invitation: Invitation | null = null,
): string[] {
  const { title, text } = calendarEntry(session, where);
  return [
    'BEGIN:VEVENT',
    `UID:session-${session.id}@${new URL(where.url).hostname}`,
    `SEQUENCE:${session.sequence}`,
    `DTSTAMP:${stamp(stampedAt)}`,
    `LAST-MODIFIED:${stamp(session.last_update)}`,
    `DTSTART:${stamp(session.start)}`,
    `DTEND:${stamp(session.end)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${where.url}`,
    ...(invitation === null ? [] : inviting(invitation)),
    'END:VEVENT',
  ];
}

const calendarOf = (studio: string, lines: readonly string[]): string => {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//${escaped(studio)}//Sessions//EN`];
  return `${[...head, 'CALSCALE:GREGORIAN', ...lines, 'END:VCALENDAR'].map(foldLine).join('\r\n')}\r\n`;
};

/**
 * A session as a calendar file (docs/product/sessions.md#calendar-entry). Without an invitation it has no
 * METHOD, so nothing asks for a reply.
 */
export function calendarFile(
  session: CalendarSession,
  where: EntryPlace,
  now: Temporal.Instant,
  invitation: Invitation | null = null,
): string {
  const method = invitation === null ? [] : [`METHOD:${invitation.method}`];
  return calendarOf(where.studio, [...method, ...entryLines(session, where, now.toString(), invitation)]);
}

/** A person's sessions as a calendar to subscribe to (docs/product/sessions.md#calendar-feed); unchanged sessions give the same bytes. */
export function calendarFeed(
  sessions: readonly (CalendarSession & { readonly url: string })[],
  { studio }: { readonly studio: string },
): string {
  const name = escaped(`${studio} sessions`);
  return calendarOf(studio, [
    `NAME:${name}`,
    `X-WR-CALNAME:${name}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...sessions.flatMap((session) => entryLines(session, { url: session.url, studio }, session.last_update)),
  ]);
}
