import type { cancel as cancelEndpoint } from '../../shared/booking/contract.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { cleanText } from '../../shared/lib/text.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { freeClaims } from '../calendar/steps.ts';
import { refund } from '../credits/steps.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { cancelSession, recordFeedback } from '../sessions/steps.ts';
import { isLiveHold, lockOwn, present, refundTermsOf } from './steps.ts';

/**
 * Cancels the caller's upcoming session: its slots are free at once, the feedback is kept, and the credits come back
 * when it was booked more than 60 minutes ago and starts more than the musician's limit in hours away
 * (part 2 section 4). `refunded` is how many came back. Who was shown that they come back (`expected_refund`) is asked
 * again, 409 `refund_changed`, when they do not any more.
 */
export function cancel(
  ctx: SignedInCtx,
  { body }: InputOf<typeof cancelEndpoint>,
): Promise<Result<AnswerOf<typeof cancelEndpoint>, ProblemOf<typeof cancelEndpoint>>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx) => {
    const row = await lockOwn(tx, ctx, body.session_id);
    if (row === null || (row.phase === 'hold' && !isLiveHold(row, now))) return fail('not_found');
    const files = { user: 0, output: 0 };
    const allowed = mayDo(actor.role, 'cancel', { ...row, files, rating: { status: 'none' } }, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });

    const sessionId = row.id;
    const { refund: pays } = await refundTermsOf(tx, row, now);
    if (body.expected_refund === true && !pays) return fail('refund_changed');
    await cancelSession(tx, { sessionId, actorId: actor.id, now });
    await freeClaims(tx, { sessionId, musicianId: row.musician_id, now });
    await recordFeedback(tx, {
      sessionId,
      authorId: actor.id,
      type: 'cancel-by-user',
      reasons: body.cancellation_reasons,
      notes: cleanText(body.feedback_notes ?? '') || null,
      now,
    });
    await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what: 'cancelled' });
    const refunded = pays ? await refund(tx, { sessionId, by: 'client', now }) : 0;
    return ok({ session: await present(tx, ctx, sessionId), refunded });
  });
}
