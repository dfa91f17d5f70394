import type { ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { dropErasure } from './steps.ts';

/** Keeps the caller's account (docs/product/own-data.md#taking-it-back). */
export function takeBackErasure(
  ctx: SignedInCtx,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.takeBackErasure>>> {
  return transaction(ctx, async (tx) =>
    (await dropErasure(tx, ctx.actor.id)) ? ok({ ok: true as const }) : fail('not_requested'),
  );
}
