import type { prebook as prebookEndpoint } from '#shared/booking/contract.ts';
import { holdUntil } from '#shared/booking/rules.ts';
import { checkHold } from '#shared/booking/rules-holding.ts';
import type { ResponseOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { lockCaller } from '../accounts/steps.ts';
import { claimSlots, leavingOf, lockMusicians, refreshNextFree, type Leaving } from '../calendar/steps.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { insertHold, lockHold, nextSessionId } from '../sessions/steps.ts';
import { choiceFacts, decideChoice, type ChoiceFacts, type SlotChoice } from './check-choice.ts';
import { endHold, holdingFacts, toResponse } from './steps.ts';
import * as records from './queries-holding.ts';

/** A person's hold before a new one. */
export type EarlierHold = Awaited<ReturnType<typeof lockHold>>;

/**
 * Locks the person and their earlier hold, and returns it: the first half of what a new hold changes. `lock` is that of
 * the caller unless another person's hold is to change.
 */
export async function lockHolder(tx: Tx, personId: string, lock = lockCaller): Promise<EarlierHold> {
  // A person's hold changes only under the person's lock, so its row may be locked before the musicians.
  const [, earlier] = await together([lock(tx, personId), lockHold(tx, personId)]);
  return earlier;
}

/** An earlier hold, whose musician is locked, and what it leaves behind. */
export type EndingHold = (NonNullable<EarlierHold> & { readonly leaving: Leaving }) | null;

/** Locks the musicians of a new hold and of the earlier one, and reads what ending that depends on: the second half. */
export async function lockToHold(tx: Tx, musicianId: string, earlier: EarlierHold): Promise<EndingHold> {
  const [, leaving] = await together([
    lockMusicians(tx, earlier === null ? [musicianId] : [musicianId, earlier.musicianId]),
    earlier === null ? null : leavingOf(tx, earlier),
  ]);
  return earlier === null || leaving === null ? null : { ...earlier, leaving };
}

/** The slots to hold. */
export type HoldChoice = Pick<SlotChoice, 'musicianId' | 'serviceId' | 'slotIds' | 'primary' | 'priorityEnd'>;

/** What a hold is decided by, and the id of its session. */
export interface HoldFacts extends Awaited<ReturnType<typeof holdingFacts>> {
  readonly choice: ChoiceFacts;
  readonly sessionId: number;
}

/** Reads what a hold of the caller's is decided by. Final only under the locks of `lockToHold`. */
export async function holdFacts(tx: Tx, ctx: SignedInCtx, choice: HoldChoice): Promise<HoldFacts> {
  const { actor, now } = ctx;
  const [facts, holding, sessionId] = await together([
    choiceFacts(tx, { ...choice, client: actor, ownSession: null, now }),
    holdingFacts(tx, actor.id, now),
    nextSessionId(tx),
  ]);
  return { choice: facts, ...holding, sessionId };
}

type Held = Result<ResponseOf<typeof prebookEndpoint>, ProblemOf<typeof prebookEndpoint>>;

/**
 * Holds free slots for the caller in place of their earlier hold, under the locks of `lockToHold`. The caller rolls
 * back when it is refused.
 */
export async function replaceHold(
  tx: Tx,
  ctx: SignedInCtx,
  choice: HoldChoice,
  earlier: EndingHold,
): Promise<Held> {
  const [, facts] = await together([
    earlier === null ? null : endHold(tx, ctx, earlier, earlier.leaving),
    holdFacts(tx, ctx, choice),
  ]);
  return beginHold(tx, ctx, choice, facts);
}

/**
 * Holds free slots at a fixed price for a caller without a hold, under the locks of `lockToHold`. The caller rolls back
 * when it is refused.
 */
export async function beginHold(
  tx: Tx,
  ctx: SignedInCtx,
  choice: HoldChoice,
  facts: HoldFacts,
): Promise<Held> {
  const { actor, now } = ctx;
  const { musicianId, serviceId, slotIds } = choice;
  const { past, credits, sessionId } = facts;
  const chosen = decideChoice({ ...choice, client: actor, ownSession: null, now }, facts.choice);
  if (!chosen.ok) return chosen;
  const { starts_at: startsAt, ends_at: endsAt, duration, cost: price } = chosen.value;
  const time = { musician_id: musicianId, starts_at: startsAt, ends_at: endsAt };
  const requested = { ...time, cost: price };
  const checked = checkHold({ past, credits, requested, zone: actor.zone, now });
  if (!checked.ok) return checked;

  const heldUntil = holdUntil(now);
  const overExpired = facts.choice.rows.some((slot) => slot.expired);
  const hold = { clientId: actor.id, musicianId, serviceId, startsAt, endsAt, duration, price, heldUntil };
  const record = { session_id: sessionId, person_id: actor.id, held_at: now, held_until: heldUntil };
  const [, claimed, , , session] = await together([
    insertHold(tx, { ...hold, id: sessionId, options: {}, now }),
    claimSlots(tx, { sessionId, musicianId, slotIds, heldUntil, overExpired, now }),
    records.insertRecord(tx, { ...time, ...record, affordable: credits >= price }),
    refreshNextFree(tx, musicianId, now, [chosen.value]),
    toResponse(tx, ctx, sessionId, { phase: 'hold', isNew: true }),
  ]);
  return claimed ? ok({ session }) : fail('slot_taken');
}
