import type { prebook as prebookEndpoint } from '#shared/booking/contract.ts';
import { holdUntil } from '#shared/booking/rules.ts';
import { checkHold } from '#shared/booking/rules-holding.ts';
import type { ResponseOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockPerson } from '../accounts/steps.ts';
import { claimSlots, freeClaims, lockMusician, refreshNextFree, wakeLine } from '../calendar/steps.ts';
import type { Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { deleteHold, insertHold, lockHold } from '../sessions/steps.ts';
import { checkChoice, type SlotChoice } from './check-choice.ts';
import { holdingInput, toResponse } from './steps.ts';
import * as records from './queries-holding.ts';

/** A person's hold before a new one. */
type EarlierHold = Awaited<ReturnType<typeof lockHold>>;

/** Locks what a new hold changes, in the lock order; returns the person's earlier hold. */
export async function lockToHold(tx: Tx, personId: string, musicianId: string): Promise<EarlierHold> {
  // A person's hold changes only under the person's lock, so its row may be locked before the musicians.
  await lockPerson(tx, personId);
  const earlier = await lockHold(tx, personId);
  const musicians = new Set([musicianId, earlier?.musicianId ?? musicianId]);
  for (const id of [...musicians].sort()) await lockMusician(tx, id);
  return earlier;
}

interface HoldRequest extends Pick<
  SlotChoice,
  'musicianId' | 'serviceId' | 'slotIds' | 'primary' | 'priorityEnd'
> {
  readonly earlier: EarlierHold;
}

/**
 * Holds free slots for the caller at a fixed price in place of their earlier hold, under the locks of `lockToHold`. The
 * caller rolls back when it is refused.
 */
export async function beginHold(
  tx: Tx,
  ctx: SignedInCtx,
  { earlier, ...choice }: HoldRequest,
): Promise<Result<ResponseOf<typeof prebookEndpoint>, ProblemOf<typeof prebookEndpoint>>> {
  const { actor, now } = ctx;
  const { musicianId, serviceId, slotIds } = choice;
  if (earlier !== null) {
    await freeClaims(tx, { ...earlier, now });
    await deleteHold(tx, earlier.sessionId);
    await records.setEnd(tx, earlier.sessionId, now, now);
    await wakeLine(tx, ctx, earlier.musicianId);
  }

  const chosen = await checkChoice(tx, { ...choice, client: actor, ownSession: null, now });
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
    serviceId,
    startsAt,
    endsAt,
    duration,
    price,
    heldUntil,
    options: {},
    now,
  });
  if (!(await claimSlots(tx, { sessionId, musicianId, slotIds, heldUntil, now }))) return fail('slot_taken');
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
}
