import type { Folder } from '../../shared/files/contract.ts';
import type { Role } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { sessionOf, type SessionOfFiles } from './queries.ts';

/** The folder that a role writes: the client's is 'user', the musician's 'output' (decisions 6). */
export const ownFolder = (role: Role): Folder => (role === 'partner' ? 'output' : 'user');

/** The folder that a role receives. */
export const otherFolder = (role: Role): Folder => (role === 'partner' ? 'user' : 'output');

/** The caller's session, or `not_found` for one that is not theirs or not there. */
export async function ownSession(
  ctx: SignedInCtx,
  sessionId: number,
): Promise<Result<SessionOfFiles, 'not_found'>> {
  const session = await sessionOf(ctx.db, sessionId, ctx.actor.id);
  return session === undefined ? fail('not_found') : ok(session);
}
