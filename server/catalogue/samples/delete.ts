import type { deleteSample as deleteSampleEndpoint } from '#shared/catalogue/contract-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { discardBytes } from './discard.ts';
import * as queries from './queries-samples.ts';

/**
 * Deletes a sample that is on no page, and marks its bytes for deletion. One that is published goes with the next
 * publishing (docs/product/profiles.md#samples).
 */
export async function deleteSample(
  ctx: SignedInCtx,
  { params }: InputOf<typeof deleteSampleEndpoint>,
): Promise<Result<ResponseOf<typeof deleteSampleEndpoint>, ProblemOf<typeof deleteSampleEndpoint>>> {
  return transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, ctx.actor.id);
    const row = await queries.sampleOf(tx, ctx.actor.id, params.id);
    if (row === undefined) return fail('not_found');
    if (row.position !== null) return fail('on_page');
    await queries.removeSample(tx, row);
    await discardBytes(ctx, tx, row);
    return ok({ ok: true as const });
  });
}
