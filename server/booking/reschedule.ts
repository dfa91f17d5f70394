import type { reschedule as rescheduleEndpoint } from '#shared/booking/contract.ts';
import { checkMove } from '#shared/booking/rules-move.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { limitations } from '../content/service.ts';
import { together } from '../db/pipeline.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import type { SessionRow } from '../sessions/steps.ts';
import { lockOwn, moveFacts, moveLocked, toResponse, refundTermsOf } from './steps.ts';
import { settleLine } from './waiting/settle.ts';

type Refusal = ProblemOf<typeof rescheduleEndpoint>;
type Output = ResponseOf<typeof rescheduleEndpoint>;

/** Moves the caller's upcoming session to other slots of the same musician and service (docs/product/booking.md#moving). */
export async function reschedule(
  ctx: SignedInCtx,
  { body }: InputOf<typeof rescheduleEndpoint>,
): Promise<Result<Output, Refusal>> {
  const { actor, now } = ctx;
  const slotIds = body.slots.map((id) => id.toLowerCase());
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  return transaction(ctx, async (tx): Promise<Result<Output, Refusal>> => {
    const row = await lockOwn(tx, ctx, body.session_id);
    if (row === null || row.phase === 'hold') return fail('not_found');
    const slots = { client: actor, slotIds, primary: body.primary_slot.toLowerCase(), priorityEnd };
    const [movable, read] = await together([checkMovable(tx, ctx, row), moveFacts(tx, row, slots, now)]);
    if (!movable.ok) return movable;
    const { isAwaited } = read.leaving;
    const booking = { personId: actor.id, slotIds };
    if (isAwaited) await settleLine(tx, ctx, { musicianId: row.musician_id, priorityEnd, booking });
    // What was offered to those who wait is taken now.
    const facts = isAwaited ? await moveFacts(tx, row, slots, now) : read;
    const [moved, session] = await together([
      moveLocked(tx, ctx, row, actor.id, facts),
      toResponse(tx, ctx, row.id, { phase: 'booked' }),
    ]);
    return moved.ok ? ok({ session }) : moved;
  });
}

/** Whether the session may be moved at all now. */
async function checkMovable(
  tx: Tx,
  { actor, now }: SignedInCtx,
  row: SessionRow,
): Promise<Result<true, 'not_now'>> {
  const allowed = mayDo(actor.role, 'cancel', row, now);
  if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
  const { booked_at } = row;
  if (booked_at === null) throw new Error(`session ${row.id} is not booked`);
  return checkMove({ ...row, booked_at }, await refundTermsOf(tx, row, now), now);
}
