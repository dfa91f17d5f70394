import type { endLoginSession as endEndpoint } from '#shared/accounts/contract-login-sessions.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { hashToken } from '../../lib/ids.ts';
import { listLoginSessions } from './list-login-sessions.ts';
import { deleteLoginSessions, deleteOwnLoginSession } from './queries-login-sessions.ts';

/** Ends one of the caller's login sessions, or all except that of `token`; returns the rest. Error: `not_found`. */
export async function endLoginSession(
  ctx: SignedInCtx,
  { body }: InputOf<typeof endEndpoint>,
  token: string,
): Promise<Result<ResponseOf<typeof endEndpoint>, ProblemOf<typeof endEndpoint>>> {
  const { db, actor } = ctx;
  if (body.id === undefined) await deleteLoginSessions(db, actor.id, hashToken(token));
  else if (!(await deleteOwnLoginSession(db, actor.id, body.id))) return fail('not_found');
  return listLoginSessions(ctx, token);
}
