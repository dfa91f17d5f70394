import type { changePassword as changeEndpoint } from '../../shared/accounts/contract.ts';
import { passwordProblem } from '../../shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { Refused } from '../lib/errors.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import { hashPassword, verifyPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { rotateLoginSession } from './queries-login-sessions.ts';
import * as queries from './queries.ts';
import type { Caller } from './service.ts';
import { putPassword } from './steps.ts';

/**
 * Changes the caller's password. Every other login session ends and the present one, known by its `token`, goes on
 * under a new one, which is answered (decisions 1). Counted per account and per address, since it tries a password.
 */
export async function changePassword(
  ctx: SignedInCtx,
  { body }: InputOf<typeof changeEndpoint>,
  { caller, token }: { caller: Caller; token: string },
): Promise<Result<{ token: string }, ProblemOf<typeof changeEndpoint>>> {
  const { db, now, actor } = ctx;
  await limit(db, now, `password:address:${addressKey(caller.address)}`, 60, 300);
  await limit(db, now, `password:account:${actor.id}`, 10, 900);
  const before = await queries.passwordOf(db, actor.id);
  if (before === null) return fail('no_password');
  const wrong = passwordProblem(body.new_password);
  if (wrong !== null) return fail('invalid', { errors: [{ field: 'new_password', message: wrong }] });
  if (!(await verifyPassword(before, body.current_password))) return fail('wrong_password');
  const hash = await hashPassword(body.new_password);
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, actor.id);
    // Somebody else may have changed it while we were hashing.
    if ((await queries.passwordOf(tx, actor.id)) !== before) return fail('wrong_password');
    const next = newToken();
    const isThere = await rotateLoginSession(tx, hashToken(token), hashToken(next));
    if (!isThere) throw new Refused('not_signed_in');
    await putPassword(tx, ctx, { personId: actor.id, hash, keep: hashToken(next) });
    return ok({ token: next });
  });
}
