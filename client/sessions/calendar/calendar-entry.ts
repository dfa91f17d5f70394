import type { Session } from '#shared/sessions/contract.ts';
import {
  calendarEntry,
  stamp,
  type CalendarSession,
  type EntryPlace,
} from '#shared/sessions/rules-calendar.ts';

/** The session as its client's calendar entry. */
export function inCalendar(session: Session): CalendarSession {
  const { id, partner, session_info, service, start_date, end_date, last_update } = session;
  return {
    id,
    title: session_info.title,
    service: service.label,
    other: partner.name,
    start: start_date,
    end: end_date,
    last_update,
    livestream: session.livestream_link,
    sequence: session.calendar_sequence,
  };
}

/** Opens a new entry in Google Calendar; instants are UTC, so every reader's zone is right. */
export function googleCalendarLink(session: Session, place: EntryPlace): string {
  const { title, text } = calendarEntry(inCalendar(session), place);
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${stamp(session.start_date)}/${stamp(session.end_date)}`,
    details: text,
    location: session.livestream_link ?? '',
  });
}

/** The same in Outlook on the web. */
export function outlookLink(session: Session, place: EntryPlace): string {
  const { title, text } = calendarEntry(inCalendar(session), place);
  return withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(session.start_date).toISOString(),
    enddt: new Date(session.end_date).toISOString(),
    body: text.replaceAll('\n', '<br>'),
    location: session.livestream_link ?? '',
  });
}

/** Encodes spaces as %20, because Outlook shows a plus as it is; empty values are left out. */
function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}
