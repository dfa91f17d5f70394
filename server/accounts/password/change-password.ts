import type { changePassword as changeEndpoint } from '#shared/accounts/contract.ts';
import { passwordProblem } from '#shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { Refused } from '../../lib/refused.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import { hashPassword, verifyPassword } from '../../lib/passwords.ts';
import { rotateLoginSession } from '../login-sessions/queries-login-sessions.ts';
import * as queries from '../queries.ts';
import type { Caller } from '../service.ts';
import { replacePassword } from '../steps.ts';

/**
 * Changes the caller's password and returns the new token of the current login session; all others end
 * (docs/product/accounts.md#password-change).
 */
export async function changePassword(
  ctx: SignedInCtx,
  { body }: InputOf<typeof changeEndpoint>,
  { caller, token }: { caller: Caller; token: string },
): Promise<Result<{ token: string }, ProblemOf<typeof changeEndpoint>>> {
  const { db, actor } = ctx;
  const before = await queries.passwordOf(db, actor.id);
  if (before === null) return fail('no_password');
  const wrong = passwordProblem(body.new_password);
  if (wrong !== null) return fail('invalid', { errors: [{ field: 'new_password', message: wrong }] });
  if (!(await verifyPassword(before, body.current_password))) return fail('wrong_password');
  const hash = await hashPassword(body.new_password);
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, actor.id);
    // The password may have changed while the new one was hashed.
    if ((await queries.passwordOf(tx, actor.id)) !== before) return fail('wrong_password');
    const next = newToken();
    const isThere = await rotateLoginSession(tx, hashToken(token), hashToken(next));
    if (!isThere) throw new Refused('not_signed_in');
    const browser = caller.browser === null ? null : hashToken(caller.browser);
    const keep = { login: hashToken(next), browser };
    await replacePassword(tx, ctx, { personId: actor.id, hash, keep });
    if (actor.role === 'operator')
      await audit(tx, ctx, { what: 'password.changed', object: { kind: 'person', id: actor.id } });
    return ok({ token: next });
  });
}
