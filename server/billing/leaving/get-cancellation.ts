import type { getCancellation as endpoint } from '#shared/billing/contract-leaving.ts';
import { actionRefusal } from '#shared/billing/rules-leaving.ts';
import type { ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { creditsBySource } from '../../credits/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { paidThrough as paidThroughOf } from './paid-through.ts';
import { liveSubscription } from '../queries-area.ts';
import { standingOf } from './standing.ts';

/** What the caller loses by cancelling, and when (docs/product/leaving.md#cancelling). */
export async function getCancellation(
  ctx: SignedInCtx,
): Promise<Result<ResponseOf<typeof endpoint>, ProblemOf<typeof endpoint>>> {
  const { facts, live, paidThrough } = await standingOf(ctx);
  const refusal = actionRefusal('cancel', facts, ctx.flags);
  if (refusal === 'trial_stays' || refusal === 'not_here' || refusal === 'already_ending')
    return fail(refusal);
  if (refusal !== null) return fail('no_membership');
  const ends_at = live === undefined ? paidThrough : paidThroughOf(live, ctx.now);
  if (ends_at === null) return fail('not_here');
  const credits = await creditsBySource(ctx.db, ctx.actor.id, ctx.now);
  const all = credits.values().reduce((sum, n) => sum + n, 0);
  const [plan = 0, bank = 0, trial = 0] = (['plan', 'rollover', 'trial'] as const).map((source) =>
    credits.get(source),
  );
  return ok({
    ends_at: ends_at.toString(),
    is_trial: facts.status === 'trial',
    dropped_plan: (await liveSubscription(ctx.db, ctx.actor.id))?.pending_name ?? null,
    credits: { plan, bank, trial, kept: all - plan - bank - trial },
  });
}
