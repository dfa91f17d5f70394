import type { sendFeedback as feedbackEndpoint } from '#shared/booking/contract.ts';
import { FEEDBACK_ACTION, feedbackErrors, isFeedbackOf } from '#shared/booking/rules-feedback.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { limitPerson } from '../db/rate.ts';
import { postNote } from '../messages/steps.ts';
import { sessionHappened } from '../sessions/events.ts';
import { lockOwnSession, recordFeedback, transition } from '../sessions/steps.ts';
import { cancel } from './cancel.ts';
import { supportRequested } from './events.ts';
import * as queries from './queries.ts';
import { toResponse } from './steps.ts';

type Input = InputOf<typeof feedbackEndpoint>;

/** The counter of each kind; cancelling this way counts as cancelling. */
const COUNTED_AS = {
  'cancel-by-user': 'cancel',
  missing_materials: 'request_files',
  contact_support: 'support',
} as const;
type Output = Promise<Result<ResponseOf<typeof feedbackEndpoint>, ProblemOf<typeof feedbackEndpoint>>>;

/** Feedback on a session, of three kinds (docs/product/booking.md#feedback). */
export async function sendFeedback(ctx: SignedInCtx, input: Input): Output {
  const { actor } = ctx;
  const { session_id, feedback_type } = input.body;
  if (!(await queries.isParticipant(ctx.db, session_id, actor.id))) return fail('not_found');
  if (!isFeedbackOf(actor.role, feedback_type)) return fail('not_yours');
  await limitPerson(ctx, COUNTED_AS[feedback_type]);
  if (feedback_type !== 'cancel-by-user') return report(ctx, input, feedback_type);
  const cancelled = await cancel(ctx, { ...input });
  if (cancelled.ok) return ok({ session: cancelled.value.session });
  const { reason, ...why } = cancelled;
  // `expected_refund` is not sent here, so this refusal does not occur.
  return fail(reason === 'refund_changed' ? 'not_now' : reason, why);
}

/** The musician's kinds. Each call is recorded, even if files were requested before. */
function report(ctx: SignedInCtx, { body }: Input, type: 'missing_materials' | 'contact_support'): Output {
  const { actor, now } = ctx;
  const sessionId = body.session_id;
  const notes = cleanText(body.feedback_notes ?? '') || null;
  const errors = feedbackErrors(type, notes);
  return transaction(ctx, async (tx) => {
    const row = await lockOwnSession(tx, sessionId, actor.id);
    if (row === undefined) return fail('not_found');
    if (errors.length > 0) return fail('invalid', { errors });
    const allowed = mayDo(actor.role, FEEDBACK_ACTION[type], row, now);
    if (!allowed.allowed) return fail('not_now', { detail: allowed.reason });
    const posted = await post(tx, ctx, { sessionId, type, notes });
    if (!posted.ok) return posted;
    const feedback = { sessionId, authorId: actor.id, type, reasons: body.cancellation_reasons, notes, now };
    const feedback_id = await recordFeedback(tx, { ...feedback, messageId: posted.value });
    if (type === 'contact_support') await ctx.events.emit(tx, supportRequested, { feedback_id });
    else {
      const request = {
        sessionId,
        event: 'request_files',
        actorId: actor.id,
        actorRole: actor.role,
        now,
      } as const;
      const moved = await transition(tx, request);
      if (!moved.ok) return moved;
      const event = {
        session_id: sessionId,
        what: 'files_requested',
        feedback_id,
        detail: feedback_id,
      } as const;
      await ctx.events.emit(tx, sessionHappened, event);
    }
    return ok({ session: await toResponse(tx, ctx, sessionId) });
  });
}

/** Posts the note about missing files to the conversation and returns the message's id; null without a note. */
async function post(
  tx: Tx,
  { actor, now }: SignedInCtx,
  note: { sessionId: number; type: 'missing_materials' | 'contact_support'; notes: string | null },
): Promise<Result<string | null, 'not_now'>> {
  const { sessionId, type, notes: body } = note;
  if (type !== 'missing_materials' || body === null) return ok(null);
  const posted = await postNote(tx, { sessionId, author: actor, body, now });
  return posted.ok ? posted : fail('not_now', posted.detail === undefined ? {} : { detail: posted.detail });
}
