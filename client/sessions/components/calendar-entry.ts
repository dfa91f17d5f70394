import type { Session } from '../../../shared/sessions/contract.ts';

/** Where an entry leads back to: the panel's address, and whose studio it is. */
export interface EntryPlace {
  readonly url: string;
  readonly studio: string;
}

/** An instant as calendars write it, in UTC: "20261124T140000Z". */
export const stamp = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** What a session is called in a calendar, and what stands below. */
export function calendarEntry(session: Session, { url }: EntryPlace) {
  const { id, partner, session_info, service, livestream_link } = session;
  const about = [`Session #${id}`, livestream_link && `Livestream: ${livestream_link}`, url];
  return {
    title: `${session_info.title ?? service.label}: ${service.label} with ${partner.name}`,
    text: about.filter(Boolean).join('\n'),
  };
}

/** Opens a new entry with the session in Google Calendar; the instants are UTC, so the reader's zone is right. */
export function googleCalendarLink(session: Session, place: EntryPlace): string {
  const { title, text } = calendarEntry(session, place);
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
  const { title, text } = calendarEntry(session, place);
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

/** A blank is %20 and not a plus, which Outlook would show as it is; what is empty is left out. */
function withQuery(address: string, values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${address}?${pairs.join('&')}`;
}
