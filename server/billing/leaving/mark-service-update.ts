import type { markServiceUpdate as endpoint } from '#shared/billing/contract-leaving.ts';
import type { InputOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../../accounts/steps.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-leaving.ts';

/** Remembers that a service update was shown, so that it opens once (docs/product/leaving.md#service-update). */
export function markServiceUpdate(
  ctx: SignedInCtx,
  { body: { version } }: InputOf<typeof endpoint>,
): Promise<Result<ResponseOf<typeof endpoint>, never>> {
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    await queries.setServiceUpdateSeen(tx, ctx.actor.id, version);
    return ok({ ok: true as const });
  });
}
