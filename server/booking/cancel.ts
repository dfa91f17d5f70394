import type { cancel as cancelEndpoint } from '#shared/booking/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { leavingOf } from '../calendar/steps.ts';
import { planRefund } from '../credits/steps.ts';
import { together } from '../db/pipeline.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { cancelLocked, isLiveHold, lockOwn, toResponse, refundTermsOf } from './steps.ts';

/**
 * Cancels the caller's upcoming session (docs/product/booking.md#cancelling). `refunded` is in credits. 409
 * `refund_changed` when the caller was shown a refund (`expected_refund`) that has lapsed.
 */
export async function cancel(
  ctx: SignedInCtx,
  { body }: InputOf<typeof cancelEndpoint>,
): Promise<Result<ResponseOf<typeof cancelEndpoint>, ProblemOf<typeof cancelEndpoint>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, ctx, body.session_id);
    if (row === null || (row.phase === 'hold' && !isLiveHold(row, now))) return fail('not_found');
    const allowed = mayDo(actor.role, 'cancel', row, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });

    const planned = planRefund(tx, { sessionId: row.id, by: 'client', now });
    const [{ refund: isRefunded }, refund, leaving] = await together([
      refundTermsOf(
        tx,
        row,
        now,
        planned.then(({ total }) => total),
      ),
      planned,
      leavingOf(tx, { sessionId: row.id, musicianId: row.musician_id }),
    ]);
    if (body.expected_refund === true && !isRefunded) return fail('refund_changed');
    const cancelling = {
      actorId: actor.id,
      reasons: body.cancellation_reasons,
      notes: cleanText(body.feedback_notes ?? '') || null,
      refund: isRefunded ? refund : null,
      leaving,
    };
    const [refunded, session] = await together([
      cancelLocked(tx, ctx, row, cancelling),
      toResponse(tx, ctx, row.id, { phase: 'cancelled' }),
    ]);
    // The studio pays for managed clients, who read of no credits.
    const told = actor.role === 'managed' ? 0 : refunded;
    return ok({ session, refunded: told });
  });
}
