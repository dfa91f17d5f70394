import type { resetPassword as resetEndpoint } from '../../shared/accounts/contract.ts';
import { passwordProblem } from '../../shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { hashToken } from '../lib/ids.ts';
import { hashPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from './queries.ts';
import type { Caller } from './service.ts';
import { putPassword } from './steps.ts';

/** The links by which a password is chosen: after forgetting one, and for the first time. */
const PURPOSES = ['reset_password', 'choose_password'] as const;

/**
 * Without `password` says whether a mailed link still works. With it the password is changed, the link and all others
 * of that person are spent and every login session ends (decisions 1). A password that will not do spends nothing.
 */
export async function resetPassword(
  ctx: Ctx,
  { body }: InputOf<typeof resetEndpoint>,
  caller: Caller,
): Promise<Result<{ ok: true }, ProblemOf<typeof resetEndpoint>>> {
  await limit(ctx.db, ctx.now, `reset-token:address:${addressKey(caller.address)}`, 60, 300);
  const token = hashToken(body.resetToken);
  const found = await tokens.tokenOf(ctx.db, [token], PURPOSES, ctx.now);
  if (found === undefined) return fail('bad_token');
  if (body.password === undefined) return ok({ ok: true });
  const wrong = passwordProblem(body.password);
  if (wrong !== null) return fail('invalid', { errors: [{ field: 'password', message: wrong }] });
  const hash = await hashPassword(body.password);
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, found.person_id);
    const spent = await tokens.spendToken(tx, [token], PURPOSES, ctx.now);
    if (spent === undefined) return fail('bad_token');
    await putPassword(tx, ctx, { personId: spent.person_id, hash, keep: null });
    await queries.setProved(tx, spent.person_id, ctx.now);
    return ok({ ok: true as const });
  });
}
