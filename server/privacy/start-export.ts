import { fillPath } from '#shared/lib/call.ts';
import type { ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { downloadExport } from '#shared/privacy/calls.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { EXPORTS_A_DAY } from '#shared/privacy/rules.ts';
import { lockPerson } from '../accounts/steps.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import * as exports from './export/queries-exports.ts';
import { prepareExport } from './steps.ts';

/** Prepares a download of the caller's data, three times a day at most (docs/product/own-data.md#downloading). */
export function startExport(
  ctx: SignedInCtx,
): Promise<Result<{ url: string }, ProblemOf<typeof contract.startExport>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const made = await exports.countExports(tx, actor.id, now.subtract({ hours: 24 }));
    if (made >= EXPORTS_A_DAY) return fail('too_many_exports');
    const id = await prepareExport(tx, { personId: actor.id, by: actor.id, now });
    return ok({ url: fillPath(downloadExport.path, { id }) });
  });
}
