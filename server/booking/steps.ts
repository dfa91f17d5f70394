import type { Session } from '#shared/sessions/contract.ts';
import { checkLength } from '#shared/booking/rules-move.ts';
import { HOLDING_WINDOW_HOURS, type HoldingInput } from '#shared/booking/rules-holding.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import { lockPerson } from '../accounts/steps.ts';
import {
  areSame,
  freeClaims,
  leavingOf,
  lockMusicians,
  moveClaims,
  wakeLine,
  type Leaving,
} from '../calendar/steps.ts';
import { musicianById } from '../catalogue/service.ts';
import { cancellationGrace } from '../content/service.ts';
import { balance, refundOf } from '../credits/service.ts';
import { payBack, type planRefund } from '../credits/steps.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import type { Actor, Ctx, SignedInCtx } from '../ctx/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { sessionResponse, refundNow } from '../sessions/service.ts';
import {
  cancelSession,
  deleteHold,
  lockClientSession,
  lockHold,
  moveSession,
  recordFeedback,
  type SessionRow,
} from '../sessions/steps.ts';
import {
  choiceFacts,
  decideChoice,
  type ChoiceFacts,
  type ChoiceRefusal,
  type Chosen,
  type SlotChoice,
} from './check-choice.ts';
import { holdsSince, setEnd } from './queries-holding.ts';
import * as queries from './queries.ts';
import { musiciansWaitedFor } from './waiting/queries.ts';
import { endWait } from './waiting/steps.ts';

export { lockLines, wakeLines, withdrawOffers } from './waiting/stopping.ts';

/**
 * The caller's own session or hold, live or not, with person, musician and row locked in that order. Null for any
 * other.
 */
export async function lockOwn(tx: Tx, ctx: SignedInCtx, sessionId: number): Promise<SessionRow | null> {
  const { id: clientId } = ctx.actor;
  const [, , session] = await together([
    lockPerson(tx, clientId),
    queries.lockMusicianOf(tx, sessionId, clientId),
    lockClientSession(tx, sessionId, clientId),
  ]);
  return session ?? null;
}

/** A hold that is live at the call's instant (docs/product/booking.md#hold-expiry). */
export type LiveHold = SessionRow & { readonly held_until: Temporal.Instant };

export function isLiveHold(row: SessionRow | null, now: Temporal.Instant): row is LiveHold {
  return row?.held_until != null && Temporal.Instant.compare(row.held_until, now) > 0;
}

/** Ends a hold whose musician is locked: its slots are free, and those who wait are looked at. */
export async function endHold(
  tx: Tx,
  ctx: Pick<Ctx, 'events' | 'now'>,
  { sessionId, musicianId }: { readonly sessionId: number; readonly musicianId: string },
  leaving: Leaving,
): Promise<void> {
  const { now } = ctx;
  await together([
    freeClaims(tx, { sessionId, musicianId, now }, leaving),
    deleteHold(tx, sessionId),
    setEnd(tx, sessionId, now, now),
    wakeLine(tx, ctx, musicianId, leaving.isAwaited),
  ]);
}

/** The caller's session, of which phase or newness may be known, as it stands in this transaction, for the response. */
export async function toResponse(
  tx: Tx,
  ctx: SignedInCtx,
  sessionId: number,
  known?: { readonly phase: SessionRow['phase']; readonly isNew?: boolean },
): Promise<Session> {
  const session = await sessionResponse(tx, sessionId, ctx.actor, ctx.now, known);
  if (session === null)
    throw new Error(`session ${sessionId} cannot be read by the caller who has just changed it`);
  return session;
}

/**
 * The refund if the client cancels a booked session at `now`. `returned`, what comes back of its credits, may be under
 * way already.
 */
export async function refundTermsOf(
  tx: Tx,
  row: SessionRow,
  now: Temporal.Instant,
  returned: Promise<number> = refundOf(tx, row.id, now),
): Promise<ReturnType<typeof refundNow>> {
  const { booked_at, musician_id: musicianId } = row;
  const [credits, musician, grace] = await together([
    returned,
    musicianById(tx, musicianId),
    cancellationGrace({ db: tx }),
  ]);
  if (booked_at === null || musician === undefined) throw new Error(`session ${row.id} is not booked`);
  const { recredit_limit_hours } = musician;
  return refundNow({ ...row, booked_at, recredit_limit_hours }, { grace, returned: credits, now });
}

/** The facts that the limits of holding depend on. Final only under the person's lock. */
export async function holdingInput(
  tx: Tx,
  { actor, now }: { readonly actor: Pick<Actor, 'id' | 'zone'>; readonly now: Temporal.Instant },
  requested: HoldingInput['requested'],
): Promise<HoldingInput> {
  const facts = await holdingFacts(tx, actor.id, now);
  return { ...facts, requested, zone: actor.zone, now };
}

/** What a person has held and how many credits they have. */
export async function holdingFacts(
  tx: Tx,
  personId: string,
  now: Temporal.Instant,
): Promise<Pick<HoldingInput, 'past' | 'credits'>> {
  const [past, { total: credits }] = await together([
    holdsSince(tx, personId, now.subtract({ hours: HOLDING_WINDOW_HOURS })),
    balance(tx, personId, now),
  ]);
  return { past, credits };
}

interface Cancelling {
  readonly actorId: string;
  readonly reasons: readonly string[];
  readonly notes: string | null;
  /** As planned in this transaction; null: no refund. */
  readonly refund: Awaited<ReturnType<typeof planRefund>> | null;
  readonly leaving: Leaving;
}

/**
 * Cancels a session that the caller has locked and checked: frees its slots, records the feedback, notifies both sides.
 * Returns how many credits came back. Its writes leave at once, so that what is sent next reads what they made.
 */
export async function cancelLocked(
  tx: Tx,
  { events, now }: Pick<Ctx, 'events' | 'now'>,
  row: SessionRow,
  { actorId, reasons, notes, refund, leaving }: Cancelling,
): Promise<number> {
  const { id: sessionId, musician_id: musicianId } = row;
  const [, , , , , refunded] = await together([
    cancelSession(tx, { sessionId, locked: row, actorId, now }),
    freeClaims(tx, { sessionId, musicianId, now }, leaving),
    wakeLine(tx, { events }, musicianId, leaving.isAwaited),
    recordFeedback(tx, { sessionId, authorId: actorId, type: 'cancel-by-user', reasons, notes, now }),
    events.emit(tx, sessionHappened, { session_id: sessionId, what: 'cancelled' }),
    refund === null ? 0 : payBack(tx, refund),
  ]);
  return refunded;
}

type Slots = Pick<SlotChoice, 'client' | 'slotIds' | 'primary' | 'priorityEnd'>;

/** What moving a session depends on. */
interface MoveFacts {
  readonly choice: SlotChoice;
  readonly chosen: ChoiceFacts;
  readonly leaving: Leaving;
}

/** Reads what moving a locked session to other slots depends on. */
export async function moveFacts(
  tx: Tx,
  { id: sessionId, musician_id: musicianId, service_id: serviceId }: SessionRow,
  slots: Slots,
  now: Temporal.Instant,
): Promise<MoveFacts> {
  const choice = { ...slots, musicianId, serviceId, ownSession: sessionId, now };
  const [chosen, leaving] = await together([
    choiceFacts(tx, choice),
    leavingOf(tx, { sessionId, musicianId }),
  ]);
  return { choice, chosen, leaving };
}

/**
 * Moves a session that the caller has locked and found movable to other slots of the same length: claims, times and
 * deadline, the record, the news to both sides. To the slots that it has it does nothing. Its writes leave at once, so that what
 * is sent next reads what they made.
 */
export async function moveLocked(
  tx: Tx,
  { events, now }: Pick<Ctx, 'events' | 'now'>,
  row: SessionRow,
  actorId: string,
  { choice, chosen: facts, leaving }: MoveFacts,
): Promise<Result<Chosen, ChoiceRefusal>> {
  const { id: sessionId, musician_id: musicianId } = row;
  const { slotIds } = choice;
  const chosen = decideChoice(choice, facts);
  if (!chosen.ok) return chosen;
  const sameLength = checkLength(chosen.value.duration, row.duration);
  if (!sameLength.ok) return sameLength;
  if (areSame(leaving, slotIds)) return chosen;

  // The move counts as the booking, so that a near time leaves an hour for the files too.
  const { service, starts_at, ends_at } = chosen.value;
  const due = row.files_due_at === null ? null : filesDueAt(service, starts_at, now);
  const times = { starts_at, ends_at, files_due_at: due };
  const known_start = row.starts_at.toString();
  const moved = { session_id: sessionId, what: 'moved', known_start, detail: known_start } as const;
  const [claimed] = await together([
    moveClaims(tx, { sessionId, musicianId, slotIds, now }, leaving),
    wakeLine(tx, { events }, musicianId, leaving.isAwaited),
    moveSession(tx, { row, times, actorId, now }),
    events.emit(tx, sessionHappened, moved),
  ]);
  return claimed ? chosen : fail('slot_taken');
}

/**
 * Releases a person's hold and ends their waits for musicians; returns how many of each there were. The caller holds the
 * person's lock (docs/product/operator.md#blocking).
 */
export async function releaseAll(
  tx: Tx,
  ctx: Pick<Ctx, 'events' | 'now'>,
  personId: string,
): Promise<{ readonly holds: number; readonly waits: number }> {
  const hold = await lockHold(tx, personId);
  const waitedFor = await musiciansWaitedFor(tx, personId);
  const musicians = new Set([...waitedFor, ...(hold === null ? [] : [hold.musicianId])]);
  if (musicians.size === 0) return { holds: 0, waits: 0 };
  await lockMusicians(tx, [...musicians]);
  if (hold !== null) await endHold(tx, ctx, hold, await leavingOf(tx, hold));
  for (const musicianId of waitedFor) await endWait(tx, ctx, { personId, musicianId, ended: 'left' });
  return { holds: hold === null ? 0 : 1, waits: waitedFor.length };
}
