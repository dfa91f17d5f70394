import type { updateSession as updateEndpoint } from '../../shared/booking/contract.ts';
import { readForm, shownFields, type BookingForm, type FormField } from '../../shared/booking/rules-form.ts';
import { NOT_FOUND } from '../../shared/booking/texts.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { mayDo } from '../../shared/sessions/rules-actions.ts';
import { formFor } from '../catalogue/service.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { editSession, lockOwnSession } from '../sessions/steps.ts';
import { present } from './steps.ts';
import * as queries from './queries.ts';

type Refusal = ProblemOf<typeof updateEndpoint>;
type Answer = AnswerOf<typeof updateEndpoint>;

/**
 * Changes the track and the details of the caller's upcoming session, by the rules and in the words of the booking form
 * (part 2 sections 2 and 4); in any other status 401 `edit_not_allowed`. What the service's form hides stays as it is,
 * and so do `track_id` and `options` where they are left out; an empty field is emptied. What changes nothing is no edit:
 * nobody is told.
 */
export function updateSession(
  ctx: SignedInCtx,
  { body }: InputOf<typeof updateEndpoint>,
): Promise<Result<Answer, Refusal>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx): Promise<Result<Answer, Refusal>> => {
    const row = await lockOwnSession(tx, body.session_id, actor.id);
    if (row === undefined) return fail('not_found');
    const judged = { ...row, files: { user: 0, output: 0 }, rating: { status: 'none' as const } };
    if (!mayDo(actor.role, 'edit', judged, now).allowed) return fail('edit_not_allowed');

    const { id: sessionId, musician_id: musicianId, service_id: serviceId } = row;
    const service = await formFor(tx, { musicianId, serviceId });
    const form = readForm(body, service);
    if (!form.ok) return form;
    const { track_id: trackId } = body;
    if (trackId != null && !(await queries.ownsTrack(tx, trackId, actor.id))) {
      return fail('not_found', { detail: NOT_FOUND.track });
    }
    const edit = shown(form.value, shownFields(service.form));
    const options = body.session_info.options;
    if (await editSession(tx, { ...edit, info: { ...edit.info, options }, row, trackId, now })) {
      const detail = String(row.calendar_sequence + 1);
      await ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what: 'edited', detail });
    }
    return ok({ session: await present(tx, ctx, sessionId) });
  });
}

/** What the form shows; a field that is hidden is left out. */
function shown({ info, filesFormat, attendance }: BookingForm, fields: ReadonlySet<FormField>) {
  const asked = <T>(field: FormField, value: T) => (fields.has(field) ? value : undefined);
  return {
    info: {
      title: info.title,
      track_genre: asked('track_genre', info.track_genre),
      reference_track: asked('reference_track', info.reference_track),
      meter: asked('meter', info.meter),
      bpm: asked('bpm', info.bpm),
      sampleRate: asked('sample_rate', info.sampleRate),
    },
    filesFormat: asked('deliverables', filesFormat),
    attendance,
  };
}
