import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-session-verbs.ts';
import { cancelAsOperator, moveAsOperator } from '../../booking/service.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { toTimeRefusal } from './time-refusal.ts';

type Answer<E extends typeof contract.moveSession | typeof contract.cancelSession> = Promise<
  Result<ResponseOf<E>, ProblemOf<E>>
>;

/** Moves a session to free times of its musician (docs/product/booking.md#moving). */
export async function moveSession(
  ctx: SignedInCtx,
  { params: { id: sessionId }, body }: InputOf<typeof contract.moveSession>,
): Answer<typeof contract.moveSession> {
  const startsAt = Temporal.Instant.from(body.starts_at);
  const moved = await moveAsOperator(ctx, { sessionId, operatorId: ctx.actor.id, startsAt });
  if (moved.ok) {
    const { starts_at, ends_at } = moved.value;
    return ok({ starts_at: starts_at.toString(), ends_at: ends_at.toString() });
  }
  if (moved.reason === 'unknown_session') return fail('not_found');
  const why = moved.detail === undefined ? {} : { detail: moved.detail };
  return moved.reason === 'not_now' ? fail('not_now', why) : toTimeRefusal(moved.reason, why);
}

/** Cancels an upcoming session, and gives the credits back (docs/product/booking.md#cancelling). */
export const cancelSession = giveBack('cancel');

/** Takes back a session that was not delivered, and gives the credits back (docs/product/sessions.md#status-table). */
export const setNotDelivered = giveBack('not_delivered');

function giveBack(only: 'cancel' | 'not_delivered') {
  return (
    ctx: SignedInCtx,
    { params: { id: sessionId }, body }: Pick<InputOf<typeof contract.cancelSession>, 'params' | 'body'>,
  ): Answer<typeof contract.cancelSession> =>
    cancelAsOperator(ctx, { sessionId, operatorId: ctx.actor.id, reason: body.reason, only });
}
