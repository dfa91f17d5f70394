import type { joinBundle as contract } from '#shared/billing/contract.ts';
import { joinRefusal } from '#shared/billing/rules.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { offeredCatalogue } from '../content/service.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { entitlements } from './service.ts';
import * as steps from './steps.ts';

/** Joins a free bundle (docs/product/billing.md#free-bundles). Idempotent: joining again brings no more credits. */
export async function joinBundle(
  ctx: SignedInCtx,
  { body }: InputOf<typeof contract>,
): Promise<Result<ResponseOf<typeof contract>, ProblemOf<typeof contract>>> {
  const { actor, now } = ctx;
  const { bundles } = await offeredCatalogue(ctx);
  const bundle = bundles.find(({ id }) => id === body.bundle_id);
  if (bundle === undefined) return fail('not_found');
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, actor.id);
    const { status } = await entitlements(tx, actor.id, now);
    const refusal = joinRefusal(bundle.price, status);
    if (refusal !== null) return fail(refusal);
    const credits = await steps.joinBundle(tx, ctx, { personId: actor.id, bundle, now });
    return ok({ bundle_id: bundle.id, product_name: bundle.title, credits });
  });
}
