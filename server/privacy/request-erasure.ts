import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { passwordOf } from '../accounts/steps.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { Refused } from '../lib/refused.ts';
import { askErasure } from './steps.ts';

/** Asks for the deletion of the caller's account, by password (docs/product/own-data.md#deleting-an-account). */
export async function requestErasure(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract.requestErasure>,
): Promise<Result<{ erasure: contract.Erasure }, ProblemOf<typeof contract.requestErasure>>> {
  const { db, actor } = ctx;
  const hash = await passwordOf(db, actor.id);
  if (hash === null) return fail('no_password');
  if (!(await verifyPassword(hash, body.password))) return fail('wrong_password');
  return transaction(ctx, async (tx) => {
    const asked = await askErasure(tx, ctx, { personId: actor.id, by: null });
    if (asked.ok) return ok({ erasure: asked.value });
    if (asked.reason === 'not_found') throw new Refused('not_signed_in');
    // The password may have changed while it was checked.
    return (await passwordOf(tx, actor.id)) === hash ? fail('open', asked) : fail('wrong_password');
  });
}
