import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { spendLink } from '../accounts/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { askErasure } from './steps.ts';

/** Asks for a deletion by a mailed link; a refusal leaves the link as it was. */
export function confirmErasure(
  ctx: Ctx,
  { body: { token } }: InputOf<typeof contract.confirmErasure>,
): Promise<Result<{ erasure: contract.Erasure }, ProblemOf<typeof contract.confirmErasure>>> {
  return transaction(ctx, async (tx) => {
    const personId = await spendLink(tx, { token, purpose: 'delete_account', now: ctx.now });
    if (personId === undefined) return fail('bad_token');
    const asked = await askErasure(tx, ctx, { personId, by: null });
    if (asked.ok) return ok({ erasure: asked.value });
    return asked.reason === 'open' ? fail('open', asked) : fail('bad_token');
  });
}
