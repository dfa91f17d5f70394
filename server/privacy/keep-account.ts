import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { spendLink } from '../accounts/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { dropErasure } from './steps.ts';

/** Keeps an account by the link of the mail about its deletion (docs/product/own-data.md#taking-it-back). */
export function keepAccount(
  ctx: Ctx,
  { body: { token } }: InputOf<typeof contract.keepAccount>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.keepAccount>>> {
  return transaction(ctx, async (tx) => {
    const personId = await spendLink(tx, { token, purpose: 'keep_account', now: ctx.now });
    if (personId === undefined || !(await dropErasure(tx, personId))) return fail('bad_token');
    return ok({ ok: true as const });
  });
}
