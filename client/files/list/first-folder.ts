import type { Folder } from '#shared/files/contract.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { sessionType, withInstants } from '#shared/sessions/rules.ts';

/**
 * The folder to open first: delivered files where there are any, for the musician their own once the session is
 * over.
 */
export function firstFolder(role: Role, session: Session, now: Temporal.Instant): Folder {
  const delivered =
    role === 'partner' ? sessionType(withInstants(session), now) === 'past' : session.files.output > 0;
  return delivered ? 'output' : 'user';
}
