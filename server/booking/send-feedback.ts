import type { sendFeedback as feedbackEndpoint } from '../../shared/booking/contract.ts';
import { FEEDBACK_ACTION, feedbackErrors, isFeedbackOf } from '../../shared/booking/rules-feedback.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { cleanText } from '../../shared/lib/text.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { lockOwnSession, recordFeedback, transition } from '../sessions/steps.ts';
import { cancel } from './cancel.ts';
import { supportRequested } from './events.ts';
import * as queries from './queries.ts';
import { present } from './steps.ts';

type Input = InputOf<typeof feedbackEndpoint>;
type Answer = Promise<Result<AnswerOf<typeof feedbackEndpoint>, ProblemOf<typeof feedbackEndpoint>>>;

/**
 * Feedback on a session (part 2 section 7): the client's 'cancel-by-user' is the verb of cancelling; the musician's
 * 'missing_materials' asks for files again, 'contact_support' writes to the studio (decisions 5).
 */
export async function sendFeedback(ctx: SignedInCtx, input: Input): Answer {
  const { actor } = ctx;
  const { session_id, feedback_type } = input.body;
  if (!(await queries.takesPart(ctx.db, session_id, actor.id))) return fail('not_found');
  if (!isFeedbackOf(actor.role, feedback_type)) return fail('not_yours');
  if (feedback_type !== 'cancel-by-user') return report(ctx, input, feedback_type);
  const done = await cancel(ctx, { ...input });
  if (done.ok) return ok({ session: done.value.session });
  const { reason, ...why } = done;
  // nothing was expected of the refund, so nobody is asked again about it
  return fail(reason === 'refund_changed' ? 'not_now' : reason, why);
}

/** The musician's kinds; each is recorded, also when files are asked for once more. */
function report(ctx: SignedInCtx, { body }: Input, type: 'missing_materials' | 'contact_support'): Answer {
  const { actor, now } = ctx;
  const sessionId = body.session_id;
  const notes = cleanText(body.feedback_notes ?? '') || null;
  const errors = feedbackErrors(type, notes);
  return transaction(ctx, async (tx) => {
    const row = await lockOwnSession(tx, sessionId, actor.id);
    if (row === undefined) return fail('not_found');
    if (errors.length > 0) return fail('invalid', { errors });
    const judged = { ...row, files: { user: 0, output: 0 }, rating: { status: 'none' as const } };
    const allowed = mayDo(actor.role, FEEDBACK_ACTION[type], judged, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    const authorId = actor.id;
    const reasons = body.cancellation_reasons;
    const feedback_id = await recordFeedback(tx, { sessionId, authorId, type, reasons, notes, now });
    if (type === 'contact_support') await ctx.events.emit(tx, supportRequested, { feedback_id });
    else {
      const asks = {
        sessionId,
        event: 'request_files',
        actorId: actor.id,
        actorRole: actor.role,
        now,
      } as const;
      const moved = await transition(tx, asks);
      if (!moved.ok) return moved;
      const asked = { session_id: sessionId, what: 'files_requested', detail: feedback_id } as const;
      await ctx.events.emit(tx, sessionHappened, asked);
    }
    return ok({ session: await present(tx, ctx, sessionId) });
  });
}
