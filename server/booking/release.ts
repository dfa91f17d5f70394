import type { release as releaseEndpoint } from '../../shared/booking/contract.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { freeClaims } from '../calendar/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { deleteHold } from '../sessions/steps.ts';
import { isLiveHold, lockOwn } from './steps.ts';

/** Gives the caller's live hold back; its slots are free at once. An expired hold is 404. */
export function release(
  ctx: SignedInCtx,
  { body }: InputOf<typeof releaseEndpoint>,
): Promise<Result<AnswerOf<typeof releaseEndpoint>, ProblemOf<typeof releaseEndpoint>>> {
  return transaction(ctx, async (tx) => {
    const hold = await lockOwn(tx, ctx, body.session_id);
    if (!isLiveHold(hold, ctx.now)) return fail('not_found');
    await freeClaims(tx, { sessionId: hold.id, musicianId: hold.musician_id, now: ctx.now });
    await deleteHold(tx, hold.id);
    return ok({ ok: true as const });
  });
}
