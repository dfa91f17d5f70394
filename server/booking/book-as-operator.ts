import { readForm } from '#shared/booking/rules-form.ts';
import { checkSessionLimits, holdUntil, type SessionLimit } from '#shared/booking/rules.ts';
import { NOT_FOUND, PICKER } from '#shared/booking/texts.ts';
import { DELIVERABLES } from '#shared/catalogue/rules.ts';
import { usesTrialCredit } from '#shared/credits/rules.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { findPerson, hasVerifiedEmail, personOf } from '../accounts/service.ts';
import { lockPerson } from '../accounts/steps.ts';
import { entitlements } from '../billing/service.ts';
import { claimSlots, refreshNextFree, slotsFrom } from '../calendar/steps.ts';
import { musicianById, servicesOf } from '../catalogue/service.ts';
import { balance } from '../credits/service.ts';
import { grant } from '../credits/steps.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { audit } from '../db/audit.ts';
import { together } from '../db/pipeline.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { insertHold } from '../sessions/steps.ts';
import { lockHolder, lockToHold } from './begin-hold.ts';
import { bookHold } from './book-hold.ts';
import { checkChoice, type ChoiceRefusal } from './check-choice.ts';
import { endHold } from './steps.ts';
import * as records from './queries-holding.ts';
import * as queries from './queries.ts';

interface Booking {
  /** The operator's person id. */
  readonly operatorId: string;
  /** The client, or managed client, by address or id. */
  readonly client: { readonly email: string } | { readonly id: string };
  /** The musician's slug or id. */
  readonly musician: string;
  /** The service, by its value in the catalogue or its id. */
  readonly service: string | { readonly id: string };
  readonly startsAt: Temporal.Instant;
  /** How many times the service's own length. */
  readonly units: number;
  readonly title: string;
  readonly attendance: boolean;
  /** The first message of the thread, as the client's; null: none. */
  readonly message: string | null;
}

interface Booked {
  readonly id: number;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
  readonly price: number;
}

type Reason =
  | ChoiceRefusal
  | PayingRefusal
  | 'unknown_client'
  | 'client_blocked'
  | 'unknown_musician'
  | 'unknown_service'
  | 'invalid'
  | 'holding';

/**
 * Books a session for somebody (docs/product/booking.md#booking-for-a-client): a client pays with their credits, for a
 * managed one the studio does. Refusals carry a sentence in `detail`, `invalid` the wrong fields in `errors`.
 */
export async function bookAsOperator(
  ctx: Ctx,
  booking: Booking,
): Promise<Result<Booked, Reason> & { readonly errors?: readonly FieldError[] }> {
  const { db, now } = ctx;
  const client = await ('id' in booking.client
    ? findPerson(db, booking.client.id)
    : personOf(db, booking.client.email));
  if (client?.role !== 'managed' && client?.role !== 'client') return fail('unknown_client');
  const musician = await musicianById(db, booking.musician);
  if (musician === undefined) return fail('unknown_musician');
  const { id: musicianId, sessions_type } = musician;
  const service = (await servicesOf(db, musicianId)).find(({ id, value }) =>
    typeof booking.service === 'string' ? value === booking.service : id === booking.service.id,
  );
  if (service === undefined) return fail('unknown_service');
  const form = readForm(
    {
      session_info: { title: booking.title },
      deliverables: { files_format: DELIVERABLES[0], attendance: booking.attendance },
      message: booking.message,
    },
    { form: service.form, session_type: sessions_type === 'offline' ? 'offline' : service.session_type },
  );
  if (!form.ok) return form;

  return transaction(ctx, async (tx): Promise<Result<Booked, Reason>> => {
    const earlier = await lockToHold(tx, musicianId, await lockHolder(tx, client.id, lockPerson));
    const locked = await findPerson(tx, client.id);
    if (locked?.role !== client.role) return fail('unknown_client');
    if (locked.blocked_at !== null) return fail('client_blocked');
    if (earlier !== null) {
      if (Temporal.Instant.compare(earlier.heldUntil, now) > 0) return fail('holding');
      await endHold(tx, ctx, earlier, earlier.leaving);
    }
    const { category, unit_minutes: unitMinutes } = service;
    const many = service.slots * booking.units;
    const wanted = { musicianId, category, unitMinutes, startsAt: booking.startsAt, many };
    const slotIds = await slotsFrom(tx, wanted);
    const [primary] = slotIds;
    if (primary === undefined) return fail('not_found', { detail: NOT_FOUND.time });
    if (slotIds.length < many) return fail('bad_selection', { detail: PICKER.wrongCount(service.slots) });
    const chosen = await checkChoice(tx, {
      client,
      slotIds,
      primary,
      musicianId,
      serviceId: service.id,
      ownSession: null,
      priorityEnd: null,
      now,
    });
    if (!chosen.ok) return chosen;

    const { starts_at, ends_at, duration, cost: price } = chosen.value;
    const heldUntil = holdUntil(now);
    const time = { musician_id: musicianId, starts_at, ends_at };
    const sessionId = await insertHold(tx, {
      clientId: client.id,
      musicianId,
      serviceId: service.id,
      startsAt: starts_at,
      endsAt: ends_at,
      duration,
      price,
      heldUntil,
      options: {},
      now,
    });
    if (!(await claimSlots(tx, { sessionId, musicianId, slotIds, heldUntil, now })))
      return fail('slot_taken');
    const record = { session_id: sessionId, person_id: client.id, held_at: now, held_until: heldUntil };
    await together([
      refreshNextFree(tx, musicianId, now, [time]),
      records.insertRecord(tx, { ...record, ...time, affordable: true }),
    ]);
    const { any, upcoming } = await queries.countBooked(tx, client.id, now);
    const paying = { personId: client.id, price, sessionId, now };
    const paid =
      client.role === 'managed' ? ok(await grantMissing(tx, paying)) : await checkPayer(tx, paying, upcoming);
    if (!paid.ok) return paid;
    const hold = { id: sessionId, client_id: client.id, musician_id: musicianId, starts_at, price };
    const how = { service, form: form.value, trackId: null, savesTrack: true, isFirst: !any };
    const done = { id: sessionId, starts_at, ends_at, price };
    const bookedBy = { ...how, actorId: booking.operatorId };
    const booked = await bookHold(tx, ctx, hold, bookedBy, async () => done);
    if (!booked.ok && booked.reason === 'not_enough_credits') return { ...booked, reason: booked.reason };
    // Claimed in this transaction, the hold cannot be over.
    if (!booked.ok) throw new Error(`a session that an operator booked was refused: ${booked.reason}`);
    await audit(tx, ctx, {
      what: 'session.booked',
      object: { kind: 'session', id: sessionId },
      personId: client.id,
      after: {
        musician: musician.slug,
        service: service.value,
        starts_at: starts_at.toString(),
        ends_at: ends_at.toString(),
        credits: price,
        credits_granted: paid.value,
      },
    });
    return ok(booked.value);
  });
}

interface Paying {
  readonly personId: string;
  readonly price: number;
  readonly sessionId: number;
  readonly now: Temporal.Instant;
}

/** Why a client cannot pay for a session that an operator books. */
type PayingRefusal = SessionLimit | 'address_not_proved' | 'not_enough_credits';

/** Grants what the price exceeds the balance by, and returns it; what a cancelled session gave back is spent first. */
async function grantMissing(tx: Tx, { personId, price, sessionId, now }: Paying): Promise<number> {
  const amount = price - (await balance(tx, personId, now)).total;
  if (amount <= 0) return 0;
  const grantKey = `managed:${sessionId}`;
  await grant(tx, { personId, source: 'operator', amount, expiresAt: null, grantKey, sessionId, now });
  return amount;
}

/** What a client's own confirmation checks before it is paid; nothing is granted (docs/product/booking.md#confirmation). */
async function checkPayer(
  tx: Tx,
  { personId, price, now }: Paying,
  upcoming: number,
): Promise<Result<0, PayingRefusal>> {
  const [{ concurrency }, isVerified, { before_trial }] = await together([
    entitlements(tx, personId, now),
    hasVerifiedEmail(tx, personId),
    balance(tx, personId, now),
  ]);
  const limits = checkSessionLimits(upcoming, concurrency);
  if (!limits.ok) return limits;
  if (!isVerified && usesTrialCredit(price, before_trial)) return fail('address_not_proved');
  return ok(0);
}
