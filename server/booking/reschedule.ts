import type { reschedule as rescheduleEndpoint } from '#shared/booking/contract.ts';
import { checkLength, checkMove } from '#shared/booking/rules-move.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import { moveClaims } from '../calendar/steps.ts';
import { limitations } from '../content/service.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { moveSession, type SessionRow } from '../sessions/steps.ts';
import { checkChoice } from './check-choice.ts';
import { lockOwn, toResponse, refundTermsOf } from './steps.ts';

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
    const movable = await checkMovable(tx, ctx, row);
    if (!movable.ok) return movable;

    const { id: sessionId, musician_id: musicianId, service_id: serviceId } = row;
    const primary = body.primary_slot.toLowerCase();
    const choice = { slotIds, primary, musicianId, serviceId, ownSession: sessionId, priorityEnd };
    const chosen = await checkChoice(tx, ctx, choice);
    if (!chosen.ok) return chosen;
    const sameLength = checkLength(chosen.value.duration, row.duration);
    if (!sameLength.ok) return sameLength;

    const claimed = await moveClaims(tx, { sessionId, musicianId, slotIds, now });
    if (claimed === 'taken') return fail('slot_taken');
    if (claimed === 'moved') {
      // The move counts as the booking, so that a near time leaves an hour for the files too.
      const { service, starts_at, ends_at } = chosen.value;
      const due = row.files_due_at === null ? null : filesDueAt(service, starts_at, now);
      const times = { starts_at, ends_at, files_due_at: due };
      await moveSession(tx, { row, times, actorId: actor.id, now });
      const known_start = row.starts_at.toString();
      const moved = { what: 'moved', known_start, detail: known_start } as const;
      await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, ...moved });
    }
    return ok({ session: await toResponse(tx, ctx, sessionId) });
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
