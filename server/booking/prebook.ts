import type { prebook as prebookEndpoint } from '#shared/booking/contract.ts';
import { holdUntil } from '#shared/booking/rules.ts';
import { checkHold } from '#shared/booking/rules-holding.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { requestedSlots, claimSlots, freeClaims, lockMusician, refreshNextFree } from '../calendar/steps.ts';
import { limitations } from '../content/service.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { deleteHold, insertHold, lockHold } from '../sessions/steps.ts';
import { checkChoice } from './check-choice.ts';
import { holdingInput, toResponse } from './steps.ts';
import * as records from './queries-holding.ts';
import * as queries from './queries.ts';

type Refusal = ProblemOf<typeof prebookEndpoint>;
type Output = ResponseOf<typeof prebookEndpoint>;

interface PrebookRequest {
  readonly slotIds: readonly string[];
  readonly primary: string;
  readonly serviceId: string;
}

/**
 * Holds slots at a fixed price, replacing an earlier hold (docs/product/booking.md#hold). 409 `slot_taken` for a
 * taken slot, 429 beyond the limits (docs/product/booking.md#hold-limits).
 */
export async function prebook(
  ctx: SignedInCtx,
  { body }: InputOf<typeof prebookEndpoint>,
): Promise<Result<Output, Refusal>> {
  const { actor, now } = ctx;
  const request: PrebookRequest = {
    slotIds: body.slots.map((id) => id.toLowerCase()),
    primary: body.primary_slot.toLowerCase(),
    serviceId: body.options.service_id,
  };
  const { booking_priority_end: priorityEnd } = await limitations(ctx);
  return transaction(ctx, async (tx): Promise<Result<Output, Refusal>> => {
    const musician = await findMusician(tx, ctx, request);
    if (!musician.ok) return musician;
    const musicianId = musician.value;

    // A person's hold changes only under the person's lock, so its row may be locked before the musicians.
    await lockPerson(tx, actor.id);
    const earlier = await lockHold(tx, actor.id);
    const musicians = new Set([musicianId, earlier?.musicianId ?? musicianId]);
    for (const id of [...musicians].sort()) await lockMusician(tx, id);
    if (earlier !== null) {
      await freeClaims(tx, { ...earlier, now });
      await deleteHold(tx, earlier.sessionId);
      await records.setEnd(tx, earlier.sessionId, now, now);
    }

    const chosen = await checkChoice(tx, {
      ...request,
      client: ctx.actor,
      musicianId,
      ownSession: null,
      priorityEnd,
      now,
    });
    if (!chosen.ok) return chosen;
    const heldUntil = holdUntil(now);
    const { starts_at: startsAt, ends_at: endsAt, duration, cost: price } = chosen.value;
    const time = { musician_id: musicianId, starts_at: startsAt, ends_at: endsAt };
    const holding = await holdingInput(tx, ctx, { ...time, cost: price });
    const checked = checkHold(holding);
    if (!checked.ok) return checked;
    const sessionId = await insertHold(tx, {
      clientId: actor.id,
      musicianId,
      serviceId: request.serviceId,
      startsAt,
      endsAt,
      duration,
      price,
      heldUntil,
      options: {},
      now,
    });
    const claim = { sessionId, musicianId, slotIds: request.slotIds, heldUntil, now };
    if (!(await claimSlots(tx, claim))) return fail('slot_taken');
    await records.insertRecord(tx, {
      ...time,
      session_id: sessionId,
      person_id: actor.id,
      held_at: now,
      held_until: heldUntil,
      affordable: holding.credits >= price,
    });
    await refreshNextFree(tx, musicianId, now);
    return ok({ session: await toResponse(tx, ctx, sessionId) });
  });
}

/** The musician of the slots. Refuses obviously taken slots without waiting for the musician's lock. */
async function findMusician(
  tx: Tx,
  { actor, now }: SignedInCtx,
  { slotIds }: PrebookRequest,
): Promise<Result<string, Refusal>> {
  const hold = await queries.holdOf(tx, actor.id);
  const slots = await requestedSlots(tx, { slotIds, ownSession: hold?.id ?? null, now });
  const [first] = slots;
  if (first === undefined) return fail('not_found');
  return slots.some((slot) => slot.taken) ? fail('slot_taken') : ok(first.musician_id);
}
