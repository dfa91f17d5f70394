import type { Folder } from '#shared/files/contract.ts';
import { ownFolder } from '#shared/files/rules-folders.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { effectiveStatus, type TimedSession } from '#shared/sessions/rules.ts';
import { mayDo, type Allowed } from '#shared/sessions/rules-actions.ts';
import { downloadVisibility, type DownloadVisibility } from '#shared/sessions/rules-download.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { downloadTerms } from '../sessions/service.ts';
import { sessionOf, type SessionOfFiles } from './queries.ts';

/** The folder that a role receives. */
export const otherFolder = (role: Role): Folder => (ownFolder(role) === 'user' ? 'output' : 'user');

/** The caller's session; `not_found` for another's and for none. */
export async function ownSession(
  ctx: SignedInCtx,
  sessionId: number,
): Promise<Result<SessionOfFiles, 'not_found'>> {
  const session = await sessionOf(ctx.db, sessionId, ctx.actor.id);
  return session === undefined ? fail('not_found') : ok(session);
}

/** Whether a role may send files to its own folder now (docs/product/files.md#who-may-send). */
export function maySend(role: Role, session: TimedSession, now: Temporal.Instant): Allowed {
  return mayDo(role, role === 'partner' ? 'deliver' : 'upload', session, now);
}

/**
 * Whether the caller may download a folder now. Only delivered files wait or expire, and only for clients with
 * limits (docs/product/files.md#download-limits).
 */
export async function downloadAccess(
  ctx: SignedInCtx,
  session: SessionOfFiles,
  folder: Folder,
): Promise<DownloadVisibility> {
  if (folder === 'user' || ctx.actor.id !== session.client_id) return { state: 'offered', until: null };
  return downloadVisibility({
    ...(await downloadTerms(ctx.db, session.client_id, ctx.now)),
    status: effectiveStatus(session, ctx.now),
    start: session.starts_at,
    now: ctx.now,
  });
}
