import type { confirm as confirmEndpoint } from '../../shared/booking/contract.ts';
import { creditsWarning, judgeLimits } from '../../shared/booking/rules.ts';
import {
  shownFields,
  validateDetails,
  validateTrack,
  type FormFlags,
} from '../../shared/booking/rules-form.ts';
import { HOLD, NOT_FOUND } from '../../shared/booking/texts.ts';
import type { AnswerOf, InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { firstStatus } from '../../shared/sessions/rules.ts';
import { filesDueAt } from '../../shared/sessions/rules-terms.ts';
import { entitlements } from '../billing/service.ts';
import { bookClaims, refreshNextFree } from '../calendar/steps.ts';
import { musicianById, serviceForBooking } from '../catalogue/service.ts';
import { balance } from '../credits/service.ts';
import { spend } from '../credits/steps.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../lib/ctx.ts';
import { openThread } from '../messages/steps.ts';
import { confirmHold, type SessionRow } from '../sessions/steps.ts';
import { isLiveHold, lockOwn, present } from './access.ts';
import * as queries from './queries.ts';

type Input = InputOf<typeof confirmEndpoint>['body'];
type Refusal = ProblemOf<typeof confirmEndpoint>;
type Answer = AnswerOf<typeof confirmEndpoint>;

/**
 * Confirms the caller's hold in one transaction (decisions 4): the claim is still theirs, limits and balance are kept,
 * the credits taken, the session booked, its thread opened. Twice is one booking: a session that is booked already is
 * answered again. A hold that has run out is 409 `hold_expired`, even if nobody took its slots.
 */
export function confirm(
  ctx: SignedInCtx,
  { body }: InputOf<typeof confirmEndpoint>,
): Promise<Result<Answer, Refusal>> {
  const { actor, now } = ctx;
  return transaction(ctx, async (tx): Promise<Result<Answer, Refusal>> => {
    const hold = await lockOwn(tx, ctx, body.session_id);
    if (hold === null || hold.phase === 'cancelled') return fail('not_found');
    if (hold.phase === 'booked') return ok({ session: await present(tx, ctx, hold.id) });
    if (!isLiveHold(hold, now)) return fail('hold_expired');
    if (Temporal.Instant.compare(hold.starts_at, now) <= 0)
      return fail('hold_expired', { detail: HOLD.begun });

    const { musician_id: musicianId, service_id: serviceId } = hold;
    const service = await serviceForBooking(tx, { musicianId, serviceId });
    const musician = await musicianById(tx, musicianId);
    if (service === undefined || musician === undefined)
      return fail('hold_expired', { detail: HOLD.withdrawn });
    const offline = musician.sessions_type === 'offline' || service.session_type === 'offline';
    const said = formOf(body, service.form, offline);
    if (!said.ok) return said;
    const trackId = body.track_id ?? null;
    if (trackId !== null && !(await queries.ownsTrack(tx, trackId, actor.id))) {
      return fail('not_found', { detail: NOT_FOUND.track });
    }
    const { concurrency } = await entitlements(tx, actor.id, now);
    const fits = judgeLimits(await queries.upcomingCount(tx, actor.id, now), concurrency);
    if (!fits.ok) return fits;

    const isFirst = !(await queries.hasBooked(tx, actor.id));
    await confirmHold(tx, {
      sessionId: hold.id,
      status: firstStatus(service.files_deadline_enabled),
      trackId,
      ...said.value,
      filesDueAt: filesDueAt(service, hold.starts_at, now),
      isFirst,
      now,
    });
    if ((await bookClaims(tx, { sessionId: hold.id, now })) === 0) return fail('hold_expired');
    await refreshNextFree(tx, musicianId, now);
    await openThread(tx, { sessionId: hold.id, authorId: actor.id, body: body.message ?? null, now });
    const paid = await pay(tx, ctx, hold);
    if (!paid.ok) return paid;
    return ok({ session: await present(tx, ctx, hold.id) });
  });
}

/** Takes the price that was fixed at prebook; last of all, because lots come last in the lock order. */
async function pay(
  tx: Tx,
  { actor, now }: SignedInCtx,
  hold: SessionRow,
): Promise<Result<true, 'not_enough_credits'>> {
  const taken = await spend(tx, { personId: actor.id, amount: hold.price, sessionId: hold.id, now });
  if (taken) return ok(true);
  const { total } = await balance(tx, actor.id, now);
  const detail = creditsWarning(total, hold.price);
  return fail('not_enough_credits', detail === null ? {} : { detail });
}

const kept = (text: string | null | undefined): string | null => text?.trim() || null;

/** What the form says, as the session keeps it: trimmed, and null where the service does not ask (part 2 section 5). */
function formOf(
  { session_info: sent, deliverables, message }: Input,
  form: FormFlags,
  offline: boolean,
): Result<FormValues, 'invalid'> {
  const shown = shownFields(form);
  const asked = (field: keyof FormFlags, text: string | null | undefined) =>
    shown.has(field) ? kept(text) : null;
  const info = {
    title: kept(sent.title),
    track_genre: asked('track_genre', sent.track_genre),
    reference_track: asked('reference_track', sent.reference_track),
    meter: asked('meter', sent.meter),
    bpm: asked('bpm', sent.bpm),
    sampleRate: asked('sample_rate', sent.sampleRate),
    options: sent.options ?? {},
  };
  const errors = [
    ...validateTrack(info, 'session_info.'),
    ...validateDetails(
      { ...deliverables, message: message?.trim() },
      { form, session_type: offline ? 'offline' : 'all' },
    ),
  ];
  if (errors.length > 0) return fail('invalid', { errors });
  return ok({
    info,
    filesFormat: asked('deliverables', deliverables.files_format),
    attendance: deliverables.attendance,
  });
}

interface FormValues {
  readonly info: {
    readonly title: string | null;
    readonly track_genre: string | null;
    readonly reference_track: string | null;
    readonly meter: string | null;
    readonly bpm: string | null;
    readonly sampleRate: string | null;
    readonly options: Readonly<Record<string, string>>;
  };
  readonly filesFormat: string | null;
  readonly attendance: boolean;
}
