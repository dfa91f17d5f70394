import type { confirm as confirmEndpoint } from '#shared/booking/contract.ts';
import { checkSessionLimits } from '#shared/booking/rules.ts';
import { usesTrialCredit } from '#shared/credits/rules.ts';
import { readForm } from '#shared/booking/rules-form.ts';
import { HOLD, NOT_FOUND } from '#shared/booking/texts.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { hasVerifiedEmail } from '../accounts/service.ts';
import { entitlements } from '../billing/service.ts';
import { musicianById, serviceForBooking } from '../catalogue/service.ts';
import { balance } from '../credits/service.ts';
import { together } from '../db/pipeline.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { bookHold, type HoldBooking } from './book-hold.ts';
import { isLiveHold, lockOwn, toResponse, type LiveHold } from './steps.ts';
import * as queries from './queries.ts';

type Body = InputOf<typeof confirmEndpoint>['body'];
type Refusal = ProblemOf<typeof confirmEndpoint>;
type Output = ResponseOf<typeof confirmEndpoint>;

/**
 * Confirms the caller's hold in one transaction (docs/product/booking.md#confirmation). Idempotent: returns a session
 * that is already booked. 409 `hold_expired` for an expired hold, even if its slots are free.
 */
export function confirm(
  ctx: SignedInCtx,
  { body }: InputOf<typeof confirmEndpoint>,
): Promise<Result<Output, Refusal>> {
  return transaction(ctx, async (tx): Promise<Result<Output, Refusal>> => {
    const row = await lockOwn(tx, ctx, body.session_id);
    if (row === null || row.phase === 'cancelled') return fail('not_found');
    if (row.phase === 'booked') return ok({ session: await toResponse(tx, ctx, row.id) });
    if (!isLiveHold(row, ctx.now)) return fail('hold_expired');

    const checked = await checkConfirmation(tx, ctx, row, body);
    if (!checked.ok) return checked;
    const booking = { ...checked.value, actorId: ctx.actor.id };
    const booked = await bookHold(tx, ctx, row, booking, () =>
      toResponse(tx, ctx, row.id, { phase: 'booked', isNew: true }),
    );
    return booked.ok ? ok({ session: booked.value }) : booked;
  });
}

/** Checks the confirmation of a live hold before anything is written. */
async function checkConfirmation(
  tx: Tx,
  { actor, now }: SignedInCtx,
  hold: LiveHold,
  body: Body,
): Promise<Result<Omit<HoldBooking, 'actorId'>, Refusal>> {
  if (Temporal.Instant.compare(hold.starts_at, now) <= 0) return fail('hold_expired', { detail: HOLD.begun });
  const { musician_id: musicianId, service_id: serviceId } = hold;
  const trackId = body.track_id ?? null;
  const [musician, service, { concurrency }, booked, isVerified, { before_trial }, ownsTrack] =
    await together([
      musicianById(tx, musicianId),
      serviceForBooking(tx, { musicianId, serviceId }),
      entitlements(tx, actor.id, now),
      queries.countBooked(tx, actor.id, now),
      hasVerifiedEmail(tx, actor.id),
      balance(tx, actor.id, now),
      trackId === null || queries.ownsTrack(tx, trackId, actor.id),
    ]);
  if (musician === undefined || service === undefined) {
    return fail('hold_expired', { detail: HOLD.withdrawn });
  }
  const session_type = musician.sessions_type === 'offline' ? 'offline' : service.session_type;
  const form = readForm(body, { form: service.form, session_type });
  if (!form.ok) return form;
  if (!ownsTrack) return fail('not_found', { detail: NOT_FOUND.track });
  const limits = checkSessionLimits(booked.upcoming, concurrency);
  if (!limits.ok) return limits;
  if (!isVerified && usesTrialCredit(hold.price, before_trial)) return fail('address_not_proved');
  const savesTrack = body.save_track === true && trackId === null;
  return ok({ service, form: form.value, trackId, savesTrack, isFirst: !booked.any });
}
