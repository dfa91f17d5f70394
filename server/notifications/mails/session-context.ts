import { sessionType } from '#shared/sessions/rules.ts';
import { namedOptions, type OptionFlags } from '#shared/sessions/rules-options.ts';
import { hasLivestream } from '#shared/sessions/rules-terms.ts';
import { calendarFile, type CalendarSession } from '#shared/sessions/rules-calendar.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { personForMail, sessionForMail, type MailedSession } from '../queries-mails.ts';
import { parseSender } from '../../mail/send/sender.ts';
import {
  forSubject,
  spanInZone,
  displayName,
  displayTitle,
  type CalendarPart,
  type MailContent,
  type Part,
} from '../../mail/templates/mail-content.ts';
import type { QueuedMail, SessionMailName } from './queued-mail.ts';
import { linkTo, recipientOf, type Recipient, type Template } from './recipient.ts';

/** A session as the recipient of a mail sees it. */
export interface SessionContext {
  readonly ctx: Ctx;
  readonly recipient: Recipient;
  readonly session: MailedSession;
  readonly isPartner: boolean;
  /** Whether the reader pays with credits: not the musician, nor a managed client. */
  readonly paysCredits: boolean;
  /** The other side's name. */
  readonly other: string;
  /** "Drums with Marcus Hale", for subjects. */
  readonly what: string;
  /** In the recipient's zone. */
  readonly when: string;
  /** The session's page, or a tab of it. */
  url(tab?: 'files-management' | 'messages'): string;
}

/** Writes a mail about a session to one of its people; null when it is no longer needed. */
type Write<N extends SessionMailName> = (
  context: SessionContext,
  mail: QueuedMail<N>,
) => Promise<MailContent | null> | MailContent | null;

/** A mail to one of a session's two people. */
export const aboutSession =
  <N extends SessionMailName>(write: Write<N>): Template<N> =>
  async (ctx, mail) => {
    const session = await sessionForMail(ctx.db, Number(mail.about));
    if (session === undefined) return null;
    const isPartner = mail.to === 'partner';
    const person = await personForMail(ctx.db, isPartner ? session.musician_id : session.client_id);
    if (person === undefined) return null;
    const recipient = recipientOf(person);
    const context = contextOf(ctx, session, isPartner, recipient);
    return { recipient, write: async () => write(context, mail) };
  };

function contextOf(
  ctx: Ctx,
  session: MailedSession,
  isPartner: boolean,
  recipient: Recipient,
): SessionContext {
  const other = displayName(isPartner ? session.client_name : session.musician_name);
  const page = `/sessions/${session.id}`;
  return {
    ctx,
    recipient,
    session,
    isPartner,
    paysCredits: !isPartner && session.client_role === 'client',
    other,
    what: `${forSubject(session.service)} with ${forSubject(other)}`,
    when: spanInZone(session.starts_at, session.ends_at, recipient.zone),
    url: (tab) => linkTo(ctx.settings, recipient.front, tab === undefined ? page : `${page}/${tab}`),
  };
}

/** Whether the session is booked and has not ended. */
export const isUpcoming = ({ session, ctx }: SessionContext): boolean =>
  session.phase === 'booked' && sessionType(session, ctx.now) === 'upcoming';

type Fact = readonly [name: string, value: string];

/** The facts on every mail about a session; `before`: the earlier time, if it was moved. */
export function factsOf(
  { session, isPartner, other, when }: SessionContext,
  more: readonly Fact[] = [],
  before: string | null = null,
): Part {
  const { title, service, id } = session;
  const options = namedOptions(session.form_flags as OptionFlags, session.options as Record<string, unknown>);
  return {
    facts: [
      ['When', when],
      ...(before === null ? [] : [['Before', before] as const]),
      ['What', title === null ? service : `${displayTitle(title)} (${service})`],
      ...options.map(({ label, value }): Fact => [displayTitle(label), displayTitle(value)]),
      [isPartner ? 'Client' : 'Musician', other],
      ...more,
      ['Session', `#${id}`],
    ],
  };
}

/** The livestream's link; null for offline sessions and without attendance. */
export function livestreamOf({ session, ctx }: SessionContext): string | null {
  const { session_type } = session;
  return hasLivestream({ ...session, service: { session_type } }, ctx.now) ? session.zoom_link : null;
}

/** The session as a calendar invitation (docs/product/notifications.md#calendar-files). */
export function calendarOf(
  context: SessionContext,
  method: CalendarPart['method'] = 'REQUEST',
): CalendarPart {
  const { ctx, recipient, session, other } = context;
  const entry: CalendarSession = {
    id: session.id,
    title: session.title === null ? null : displayTitle(session.title),
    service: session.service,
    other,
    start: session.starts_at.toString(),
    end: session.ends_at.toString(),
    last_update: session.last_update.toString(),
    livestream: method === 'CANCEL' ? null : livestreamOf(context),
    sequence: session.calendar_sequence + (method === 'CANCEL' ? 1 : 0),
  };
  const { address } = parseSender(ctx.settings.mailFrom);
  const invitation = {
    method,
    organizer: { name: STUDIO_NAME, address },
    attendee: { name: displayName(recipient.name), address: recipient.email },
  };
  const place = { url: context.url(), studio: STUDIO_NAME };
  return {
    method,
    filename: `session-${session.id}.ics`,
    content: calendarFile(entry, place, ctx.now, invitation),
  };
}
