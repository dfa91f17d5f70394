import type { release as releaseEndpoint } from '#shared/booking/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { leavingOf } from '../calendar/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { endHold, isLiveHold, lockOwn } from './steps.ts';

/** Releases the caller's live hold (docs/product/booking.md#release). */
export function release(
  ctx: SignedInCtx,
  { body }: InputOf<typeof releaseEndpoint>,
): Promise<Result<ResponseOf<typeof releaseEndpoint>, ProblemOf<typeof releaseEndpoint>>> {
  return transaction(ctx, async (tx) => {
    const hold = await lockOwn(tx, ctx, body.session_id);
    if (!isLiveHold(hold, ctx.now)) return fail('not_found');
    const ending = { sessionId: hold.id, musicianId: hold.musician_id };
    await endHold(tx, ctx, ending, await leavingOf(tx, ending));
    return ok({ ok: true as const });
  });
}
