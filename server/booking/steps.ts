import type { Session } from '#shared/sessions/contract.ts';
import { checkLength } from '#shared/booking/rules-move.ts';
import { HOLDING_WINDOW_HOURS, type HoldingInput } from '#shared/booking/rules-holding.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import { filesDueAt } from '#shared/sessions/rules-terms.ts';
import { lockPerson } from '../accounts/steps.ts';
import { freeClaims, moveClaims, wakeLine } from '../calendar/steps.ts';
import { musicianById } from '../catalogue/service.ts';
import { cancellationGrace } from '../content/service.ts';
import { balance } from '../credits/service.ts';
import { refund } from '../credits/steps.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import type { Actor, Ctx, SignedInCtx } from '../ctx/ctx.ts';
import { sessionHappened } from '../sessions/events.ts';
import { sessionResponse, refundNow } from '../sessions/service.ts';
import {
  cancelSession,
  lockClientSession,
  moveSession,
  recordFeedback,
  type SessionRow,
} from '../sessions/steps.ts';
import { checkChoice, type Chosen, type ChoiceRefusal, type SlotChoice } from './check-choice.ts';
import { holdsSince } from './queries-holding.ts';
import * as queries from './queries.ts';

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

/** The caller's session as it stands in this transaction, for the response. */
export async function toResponse(tx: Tx, ctx: SignedInCtx, sessionId: number): Promise<Session> {
  const session = await sessionResponse(tx, sessionId, ctx.actor, ctx.now);
  if (session === null)
    throw new Error(`session ${sessionId} cannot be read by the caller who has just changed it`);
  return session;
}

/** The refund if the client cancels a booked session at `now` (docs/product/booking.md#refund). */
export async function refundTermsOf(
  tx: Tx,
  row: SessionRow,
  now: Temporal.Instant,
): ReturnType<typeof refundNow> {
  const { booked_at, musician_id: musicianId } = row;
  const [musician, grace] = await together([musicianById(tx, musicianId), cancellationGrace({ db: tx })]);
  if (booked_at === null || musician === undefined) throw new Error(`session ${row.id} is not booked`);
  const { recredit_limit_hours } = musician;
  return refundNow(tx, { ...row, booked_at, recredit_limit_hours }, { grace, now });
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
  /** Whose refund rule applies; null: no refund. */
  readonly refundBy: 'client' | 'operator' | null;
}

/**
 * Cancels a session that the caller has locked and checked: frees its slots, records the feedback, notifies both sides.
 * Returns how many credits came back.
 */
export async function cancelLocked(
  tx: Tx,
  { events, now }: Pick<Ctx, 'events' | 'now'>,
  { id: sessionId, musician_id: musicianId }: SessionRow,
  { actorId, reasons, notes, refundBy }: Cancelling,
): Promise<number> {
  await cancelSession(tx, { sessionId, actorId, now });
  await freeClaims(tx, { sessionId, musicianId, now });
  await wakeLine(tx, { events }, musicianId);
  await recordFeedback(tx, { sessionId, authorId: actorId, type: 'cancel-by-user', reasons, notes, now });
  await events.emit(tx, sessionHappened, { session_id: sessionId, what: 'cancelled' });
  return refundBy === null ? 0 : refund(tx, { sessionId, by: refundBy, now });
}

interface Moving extends Pick<SlotChoice, 'client' | 'slotIds' | 'primary' | 'priorityEnd'> {
  readonly actorId: string;
}

/**
 * Moves a session that the caller has locked and found movable to other slots of the same length: claims, times and
 * deadline, the record, the news to both sides. To the slots that it has it does nothing.
 */
export async function moveLocked(
  tx: Tx,
  { events, now }: Pick<Ctx, 'events' | 'now'>,
  row: SessionRow,
  { actorId, ...choice }: Moving,
): Promise<Result<Chosen, ChoiceRefusal>> {
  const { id: sessionId, musician_id: musicianId, service_id: serviceId } = row;
  const chosen = await checkChoice(tx, { ...choice, musicianId, serviceId, ownSession: sessionId, now });
  if (!chosen.ok) return chosen;
  const sameLength = checkLength(chosen.value.duration, row.duration);
  if (!sameLength.ok) return sameLength;

  const claimed = await moveClaims(tx, { sessionId, musicianId, slotIds: choice.slotIds, now });
  if (claimed === 'taken') return fail('slot_taken');
  if (claimed === 'moved') {
    await wakeLine(tx, { events }, musicianId);
    // The move counts as the booking, so that a near time leaves an hour for the files too.
    const { service, starts_at, ends_at } = chosen.value;
    const due = row.files_due_at === null ? null : filesDueAt(service, starts_at, now);
    const times = { starts_at, ends_at, files_due_at: due };
    await moveSession(tx, { row, times, actorId, now });
    const known_start = row.starts_at.toString();
    const moved = { what: 'moved', known_start, detail: known_start } as const;
    await events.emit(tx, sessionHappened, { session_id: sessionId, ...moved });
  }
  return chosen;
}
