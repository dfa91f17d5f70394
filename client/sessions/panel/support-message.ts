import { formatDay, formatTime, zoneLabel } from '../../../shared/lib/time.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import type { Letter } from '../../app/links.ts';

/** What a letter reads of a session. */
export type Helped = Pick<Session, 'id' | 'start_date' | 'partner' | 'user' | 'service' | 'session_info'>;

/** The beginning of a client's letter to the support: which session it is, whose and when, in their zone. */
export function supportLetter(session: Helped, zone: string): Letter {
  const { id, start_date, partner, user, service, session_info } = session;
  const start = Temporal.Instant.from(start_date);
  return {
    subject: `Help with session #${id}`,
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
