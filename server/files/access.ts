import type { Folder } from '../../shared/files/contract.ts';
import { downloadVisibility, type DownloadVisibility } from '../../shared/files/rules.ts';
import { ownFolder } from '../../shared/files/rules-folders.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { effectiveStatus, type JudgedSession } from '../../shared/sessions/rules.ts';
import { mayDo, type Allowed } from '../../shared/sessions/rules-actions.ts';
import { entitlements } from '../billing/service.ts';
import { limitations } from '../content/service.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { sessionOf, type SessionOfFiles } from './queries.ts';

/** The folder that a role receives. */
export const otherFolder = (role: Role): Folder => (ownFolder(role) === 'user' ? 'output' : 'user');

/** The caller's session, or `not_found` for one that is not theirs or not there. */
export async function ownSession(
  ctx: SignedInCtx,
  sessionId: number,
): Promise<Result<SessionOfFiles, 'not_found'>> {
  const session = await sessionOf(ctx.db, sessionId, ctx.actor.id);
  return session === undefined ? fail('not_found') : ok(session);
}

const NOTHING_YET = { files: { user: 0, output: 0 }, rating: { status: 'none' } } as const;

/** Whether a role may put files into its own folder now (part 2 section 4 "Who may do what"). */
export function judgeSending(
  role: Role,
  session: Omit<JudgedSession, keyof typeof NOTHING_YET>,
  now: Temporal.Instant,
): Allowed {
  return mayDo(role, role === 'partner' ? 'deliver' : 'upload', { ...session, ...NOTHING_YET }, now);
}

/**
 * Whether the caller may download a folder now. Only delivered files wait or expire, and only for clients with
 * limitations (part 2 section 4, decisions 6).
 */
export async function judgeDownload(
  ctx: SignedInCtx,
  session: SessionOfFiles,
  folder: Folder,
): Promise<DownloadVisibility> {
  if (folder === 'user' || ctx.actor.id !== session.client_id) return { state: 'offered', until: null };
  const entitled = await entitlements(ctx.db, session.client_id, ctx.now);
  return downloadVisibility({
    status: effectiveStatus(session, ctx.now),
    hasLimitations: entitled.has_limitations,
    start: session.starts_at,
    membershipEnd: entitled.ended_at,
    limitations: await limitations(ctx),
    now: ctx.now,
  });
}
