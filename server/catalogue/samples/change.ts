import type {
  deleteSample as deleteSampleEndpoint,
  describeSample as describeSampleEndpoint,
  orderSamples as orderSamplesEndpoint,
} from '#shared/catalogue/contract-samples.ts';
import { checkWords, isOrderOf } from '#shared/catalogue/rules-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { discardBytes } from './discard.ts';
import { ownSample, samplesFor } from './list.ts';
import * as queries from './queries-samples.ts';

/** Sets a sample's title and what the musician did (docs/product/samples.md#limits). */
export async function describeSample(
  ctx: SignedInCtx,
  { params, body }: InputOf<typeof describeSampleEndpoint>,
): Promise<Result<ResponseOf<typeof describeSampleEndpoint>, ProblemOf<typeof describeSampleEndpoint>>> {
  const { words, errors } = checkWords(body);
  return transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, ctx.actor.id);
    if ((await queries.sampleOf(tx, ctx.actor.id, params.id)) === undefined) return fail('not_found');
    if (errors.length > 0) return fail('invalid', { errors });
    const row = await queries.setSample(tx, params.id, words);
    return row === undefined ? fail('not_found') : ok({ sample: ownSample(row) });
  });
}

/** Sets the order on the musician's page; refused unless it names what is there now (docs/product/samples.md#order). */
export async function orderSamples(
  ctx: SignedInCtx,
  { body }: InputOf<typeof orderSamplesEndpoint>,
): Promise<Result<ResponseOf<typeof orderSamplesEndpoint>, ProblemOf<typeof orderSamplesEndpoint>>> {
  return transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, ctx.actor.id);
    const rows = await queries.samplesOf(tx, ctx.actor.id);
    const present = rows.flatMap(({ id, position }) => (position === null ? [] : [id]));
    if (!isOrderOf(present, body.ids)) return fail('order_changed');
    await queries.setOrder(tx, ctx.actor.id, body.ids);
    return ok(await samplesFor(tx, ctx.actor.id));
  });
}

/** Deletes a sample and marks its bytes for deletion. */
export async function deleteSample(
  ctx: SignedInCtx,
  { params }: InputOf<typeof deleteSampleEndpoint>,
): Promise<Result<ResponseOf<typeof deleteSampleEndpoint>, ProblemOf<typeof deleteSampleEndpoint>>> {
  return transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, ctx.actor.id);
    const row = await queries.sampleOf(tx, ctx.actor.id, params.id);
    if (row === undefined) return fail('not_found');
    await queries.removeSample(tx, row);
    await discardBytes(ctx, tx, row);
    return ok({ ok: true as const });
  });
}
