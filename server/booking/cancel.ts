import type { cancel as cancelEndpoint } from '../../shared/booking/contract.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { refundOnCancel } from '../../shared/sessions/rules-terms.ts';
import { freeClaims } from '../calendar/steps.ts';
import { musicianById } from '../catalogue/service.ts';
import { cancellationGrace } from '../content/service.ts';
import { refund } from '../credits/steps.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { cancelSession, recordFeedback, type SessionRow } from '../sessions/steps.ts';
import { isLiveHold, lockOwn, present } from './steps.ts';

/**
 * Cancels the caller's upcoming session: its slots are free at once, the feedback is kept, and the credits come back
 * when it was booked more than 60 minutes ago and starts more than the musician's limit in hours away
 * (part 2 section 4). `refunded` is how many came back.
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
    await cancelSession(tx, { sessionId, actorId: actor.id, now });
    await freeClaims(tx, { sessionId, musicianId: row.musician_id, now });
    await recordFeedback(tx, {
      sessionId,
      authorId: actor.id,
      type: 'cancel-by-user',
      reasons: body.cancellation_reasons,
      notes: body.feedback_notes?.trim() || null,
      now,
    });
    const refunded = (await givesBack(tx, row, now)) ? await refund(tx, { sessionId, by: 'client', now }) : 0;
    return ok({ session: await present(tx, ctx, sessionId), refunded });
  });
}

async function givesBack(tx: Tx, row: SessionRow, now: Temporal.Instant): Promise<boolean> {
  const musician = await musicianById(tx, row.musician_id);
  if (row.booked_at === null || musician === undefined) return false;
  const { booked_at, starts_at } = row;
  const terms = {
    recreditLimitHours: musician.recredit_limit_hours,
    ...(await cancellationGrace({ db: tx })),
  };
  return refundOnCancel({ booked_at, starts_at, by: 'client', ...terms }, now);
}
