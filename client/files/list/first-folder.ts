import type { Folder } from '../../../shared/files/contract.ts';
import type { Role } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import { sessionType, withInstants } from '../../../shared/sessions/rules.ts';

/** The folder that someone is here for: what has been delivered, or for the musician what is to be. */
export function firstFolder(role: Role, session: Session, now: Temporal.Instant): Folder {
  const delivered =
    role === 'partner' ? sessionType(withInstants(session), now) === 'past' : session.files.output > 0;
  return delivered ? 'output' : 'user';
}
