import { sessionType } from '../../../shared/sessions/rules.ts';
import { hasLivestream } from '../../../shared/sessions/rules-terms.ts';
import { calendarFile, type CalendarSession } from '../../../shared/sessions/rules-calendar.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../lib/ctx.ts';
import { sessionForMail, type MailedSession } from '../queries-mails.ts';
import { senderOf } from '../sender.ts';
import {
  inSubject,
  spanInZone,
  spokenName,
  spokenTitle,
  type CalendarPart,
  type Letter,
  type Part,
} from './letter.ts';
import { linkTo, personReader, type Outgoing, type Reader, type Template } from './reader.ts';

/** A session as its reader sees it. */
export interface Told {
  readonly session: MailedSession;
  readonly isPartner: boolean;
  /** The other side's name. */
  readonly other: string;
  /** "Drums with Marcus Hale", as subjects say it. */
  readonly what: string;
  /** In the reader's zone. */
  readonly when: string;
  /** The session's page, on a tab if told. */
  url(tab?: 'files-management' | 'messages'): string;
}

/** What is said of a session to one of its people; null when there is nothing to say any more. */
type Say = (told: Told, ctx: Ctx, mail: Outgoing, reader: Reader) => Promise<Letter | null> | Letter | null;

/** A mail to one of a session's two people. */
export const aboutSession = (say: Say): Template => ({
  async reader(ctx, { about, to }) {
    const session = await sessionForMail(ctx.db, Number(about));
    if (session === undefined) return null;
    return personReader(ctx, to === 'partner' ? session.musician_id : session.client_id);
  },
  async letter(ctx, mail, reader) {
    const session = await sessionForMail(ctx.db, Number(mail.about));
    return session === undefined ? null : say(tell(ctx, session, mail, reader), ctx, mail, reader);
  },
});

function tell(ctx: Ctx, session: MailedSession, { to }: Outgoing, reader: Reader): Told {
  const isPartner = to === 'partner';
  const other = spokenName(isPartner ? session.client_name : session.musician_name);
  return {
    session,
    isPartner,
    other,
    what: `${inSubject(session.service)} with ${inSubject(other)}`,
    when: spanInZone(session.starts_at, session.ends_at, reader.zone),
    url: (tab) =>
      linkTo(ctx.settings, reader.front, `/sessions/${session.id}${tab === undefined ? '' : `/${tab}`}`),
  };
}

/** Whether it is still to come: what is cancelled or over needs no reminder. */
export const isToCome = ({ session }: Told, now: Temporal.Instant): boolean =>
  session.phase === 'booked' && sessionType(session, now) === 'upcoming';

type Fact = readonly [name: string, value: string];

/** What, when, with whom: on every mail about a session. `before` is when it was to be. */
export function factsOf(
  { session, isPartner, other, when }: Told,
  more: readonly Fact[] = [],
  before: string | null = null,
): Part {
  const { title, service, id } = session;
  return {
    facts: [
      ['When', when],
      ...(before === null ? [] : [['Before', before] as const]),
      ['What', title === null ? service : `${spokenTitle(title)} (${service})`],
      [isPartner ? 'Client' : 'Musician', other],
      ...more,
      ['Session', `#${id}`],
    ],
  };
}

/** Where to join; nobody joins an offline session, or one that the client does not attend. */
export function livestreamOf({ session }: Told, now: Temporal.Instant): string | null {
  const { session_type } = session;
  return hasLivestream({ ...session, service: { session_type } }, now) ? session.zoom_link : null;
}

/**
 * The session as an invitation: its UID is the one of the menu's file, and SEQUENCE never goes back. Taking it back
 * counts as a change.
 */
export function calendarOf(
  told: Told,
  ctx: Ctx,
  reader: Reader,
  method: CalendarPart['method'] = 'REQUEST',
): CalendarPart {
  const { session, other } = told;
  const entry: CalendarSession = {
    id: session.id,
    title: session.title === null ? null : spokenTitle(session.title),
    service: session.service,
    other,
    start: session.starts_at.toString(),
    end: session.ends_at.toString(),
    last_update: session.last_update.toString(),
    livestream: method === 'CANCEL' ? null : livestreamOf(told, ctx.now),
    sequence: session.calendar_sequence + (method === 'CANCEL' ? 1 : 0),
  };
  const { address } = senderOf(ctx.settings.mailFrom);
  const invitation = {
    method,
    organizer: { name: STUDIO_NAME, address },
    attendee: { name: spokenName(reader.name), address: reader.email },
  };
  const place = { url: told.url(), studio: STUDIO_NAME };
  return {
    method,
    filename: `session-${session.id}.ics`,
    content: calendarFile(entry, place, ctx.now, invitation),
  };
}
