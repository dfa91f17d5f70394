import type { extend as extendEndpoint } from '#shared/booking/contract.ts';
import { extendedUntil } from '#shared/booking/rules.ts';
import { checkExtension } from '#shared/booking/rules-holding.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { creditsBeingBought } from '../billing/service.ts';
import { extendClaims, refreshFreeEnd } from '../calendar/steps.ts';
import { together } from '../db/pipeline.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { extendHold } from '../sessions/steps.ts';
import * as records from './queries-holding.ts';
import { holdingInput, isLiveHold, lockOwn, toResponse } from './steps.ts';

/** Extends the caller's live hold by 10 minutes, once (docs/product/booking.md#hold-length). */
export function extend(
  ctx: SignedInCtx,
  { body }: InputOf<typeof extendEndpoint>,
): Promise<Result<ResponseOf<typeof extendEndpoint>, ProblemOf<typeof extendEndpoint>>> {
  return transaction(ctx, async (tx) => {
    const hold = await lockOwn(tx, ctx, body.session_id);
    if (!isLiveHold(hold, ctx.now)) return fail('not_found');
    if (hold.hold_extended) return fail('already_extended');
    const { now, actor } = ctx;
    const [holding, bought] = await together([
      holdingInput(tx, ctx, { ...hold, cost: hold.price }),
      creditsBeingBought(tx, { personId: actor.id, holdId: hold.id, now }),
    ]);
    const checked = checkExtension({ ...holding, credits: holding.credits + bought }, hold.held_until);
    if (!checked.ok) return checked;
    const to = { sessionId: hold.id, heldUntil: extendedUntil(hold.held_until) };
    const [extended, , , , session] = await together([
      extendClaims(tx, to),
      extendHold(tx, to),
      records.setEnd(tx, hold.id, to.heldUntil, now),
      refreshFreeEnd(tx, hold.musician_id, now),
      toResponse(tx, ctx, hold.id, { phase: 'hold', isNew: true }),
    ]);
    return extended === 0 ? fail('not_found') : ok({ session });
  });
}
