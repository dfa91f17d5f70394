import type { updateSession as updateEndpoint } from '#shared/booking/contract.ts';
import { readForm, shownFields, type BookingForm } from '#shared/booking/rules-form.ts';
import type { HideableField } from '#shared/sessions/rules-options.ts';
import { NOT_FOUND } from '#shared/booking/texts.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { mayDo } from '#shared/sessions/rules-actions.ts';
import { formFor } from '../catalogue/service.ts';
import { together } from '../db/pipeline.ts';
import { transaction } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { changesOf, editSession, lockOwnSession } from '../sessions/steps.ts';
import { toResponse } from './steps.ts';
import * as queries from './queries.ts';

type Refusal = ProblemOf<typeof updateEndpoint>;
type Output = ResponseOf<typeof updateEndpoint>;

/**
 * Edits the track and the details of the caller's upcoming session (docs/product/booking.md#editing). 401
 * `edit_not_allowed` in any other status.
 */
export async function updateSession(
  ctx: SignedInCtx,
  { body }: InputOf<typeof updateEndpoint>,
): Promise<Result<Output, Refusal>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx): Promise<Result<Output, Refusal>> => {
    const row = await lockOwnSession(tx, body.session_id, actor.id);
    if (row === undefined) return fail('not_found');
    if (!mayDo(actor.role, 'edit', row, now).allowed) return fail('edit_not_allowed');

    const { id: sessionId, musician_id: musicianId, service_id: serviceId } = row;
    const { track_id: trackId } = body;
    const [service, ownsTrack] = await together([
      formFor(tx, { musicianId, serviceId }),
      trackId == null || queries.ownsTrack(tx, trackId, actor.id),
    ]);
    const form = readForm(body, service);
    if (!form.ok) return form;
    if (!ownsTrack) return fail('not_found', { detail: NOT_FOUND.track });
    const edit = shown(form.value, shownFields(service.form));
    const options = body.session_info.options && form.value.info.options;
    const changes = changesOf({ ...edit, info: { ...edit.info, options }, row, trackId });
    const [, , session] = await together([
      changes && editSession(tx, sessionId, changes, now),
      changes && ctx.events.emit(tx, sessionHappened, { session_id: sessionId, what: 'edited' }),
      toResponse(tx, ctx, sessionId, { phase: 'booked' }),
    ]);
    return ok({ session });
  });
}

/** The fields that the form shows; hidden ones are left out. */
function shown({ info, filesFormat, attendance }: BookingForm, fields: ReadonlySet<HideableField>) {
  const ifShown = <T>(field: HideableField, value: T) => (fields.has(field) ? value : undefined);
  return {
    info: {
      title: info.title,
      track_genre: ifShown('track_genre', info.track_genre),
      reference_track: ifShown('reference_track', info.reference_track),
      meter: ifShown('meter', info.meter),
      bpm: ifShown('bpm', info.bpm),
      sampleRate: ifShown('sample_rate', info.sampleRate),
    },
    filesFormat: ifShown('deliverables', filesFormat),
    attendance,
  };
}
