import type * as contract from '#shared/operator/contract.ts';
import { isRecentlyChecked } from '#shared/operator/rules.ts';
import type { ResponseOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { checkEachNight } from './jobs.ts';
import * as queries from './queries.ts';

/** The last check of the data; null before the first. */
export async function getDataCheck(
  ctx: Ctx,
): Promise<Result<ResponseOf<typeof contract.getDataCheck>, never>> {
  const last = await queries.lastCheck(ctx.db);
  if (last === undefined) return ok({ check: null });
  const { checked_at, milliseconds } = last;
  const breaches = last.breaches.map((breach) => ({ ...breach, ids: [...breach.ids] }));
  return ok({ check: { checked_at: checked_at.toString(), seconds: milliseconds / 1000, breaches } });
}

/** Enqueues a check, at most one a minute (docs/product/operator.md#check-of-the-data). */
export async function startDataCheck(
  ctx: Ctx,
): Promise<Result<ResponseOf<typeof contract.startDataCheck>, ProblemOf<typeof contract.startDataCheck>>> {
  const last = await queries.lastCheck(ctx.db);
  if (isRecentlyChecked(last?.checked_at ?? null, ctx.now)) return fail('checked_just_now');
  return transaction(ctx, async (tx) => {
    await ctx.events.enqueue(tx, checkEachNight, {}, undefined, 'asked');
    return ok({});
  });
}
