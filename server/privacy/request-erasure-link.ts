import type { ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/privacy/contract.ts';
import { openDetail } from '#shared/privacy/texts.ts';
import { lockPerson, passwordOf } from '../accounts/steps.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { transaction } from '../db/transaction.ts';
import { erasureLinkRequested } from './events.ts';
import * as queries from './queries.ts';

/** Mails the link that confirms a deletion to who has no password (docs/product/own-data.md#deleting-an-account). */
export function requestErasureLink(
  ctx: SignedInCtx,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.requestErasureLink>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    if ((await passwordOf(tx, actor.id)) !== null) return fail('has_password');
    const open = await queries.openThings(tx, actor, now);
    if (open.length > 0) return fail('open', { detail: openDetail(open) });
    await ctx.events.emit(tx, erasureLinkRequested, { person_id: actor.id });
    return ok({ ok: true as const });
  });
}
