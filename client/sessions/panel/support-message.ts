import { supportSubject } from '#shared/lib/support.ts';
import { formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import type { MailDraft } from '../../lib/links.ts';

/** The session fields of a support request. */
export type SupportSession = Pick<
  Session,
  'id' | 'start_date' | 'partner' | 'user' | 'service' | 'session_info'
>;

/** The beginning of a client's support request: the session and its details, in the client's zone. */
export function supportMessage(session: SupportSession, author: string, zone: string): MailDraft {
  const { id, start_date, partner, user, service, session_info } = session;
  const start = Temporal.Instant.from(start_date);
  return {
    subject: supportSubject(author, id),
    lines: [
      '',
      '',
      `Session: #${id}`,
      `Track: ${session_info.title ?? 'not named'}`,
      `Service: ${service.label}`,
      `Musician: ${partner.name}`,
      `Client: ${user.name} (${user.email})`,
      `Start: ${formatDay(start, zone)}, ${formatTime(start, zone)}, ${zoneLabel(zone, start)}`,
    ],
  };
}
