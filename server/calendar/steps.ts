import { slotsFor } from '../../shared/calendar/rules.ts';
import type { Tx } from '../db/transaction.ts';
import * as claims from './queries-claims.ts';

/** A claim on a musician's slots by a session. */
interface Claim {
  readonly sessionId: number;
  readonly musicianId: string;
  readonly slotIds: readonly string[];
  /** When the hold ends; null for a booking made without one. */
  readonly heldUntil: Temporal.Instant | null;
  readonly now: Temporal.Instant;
}

/** Makes whoever wants this musician's slots wait in line; several musicians are locked in the order of their ids. */
export function lockMusician(tx: Tx, musicianId: string): Promise<void> {
  return claims.lockMusician(tx, musicianId);
}

/**
 * The slots among `slotIds` that are shown, by start, each with whether somebody has it at `now`. `ownSession` is the
 * asking person's own hold or session that is to move: its claims do not count. Final only under the musician's lock.
 */
export function askedSlots(
  tx: Tx,
  asked: { slotIds: readonly string[]; ownSession: number | null; now: Temporal.Instant },
): Promise<claims.AskedSlot[]> {
  return claims.askedSlots(tx, asked);
}

/**
 * Claims all the slots or, when somebody has one of them, answers false; the caller then rolls back. Expired claims
 * in the way are deleted first: an expired hold is free at the instant it expires (decisions 4).
 */
export async function claimSlots(tx: Tx, claim: Claim): Promise<boolean> {
  await claims.deleteExpired(tx, claim);
  return (await claims.insertClaims(tx, claim)) === claim.slotIds.length;
}

/** Lengthens a hold's claims; answers how many there are: none when they were taken over. */
export function extendClaims(
  tx: Tx,
  { sessionId, heldUntil }: { sessionId: number; heldUntil: Temporal.Instant },
): Promise<number> {
  return claims.extendClaims(tx, sessionId, heldUntil);
}

/** Turns a hold's live claims into booked ones; answers how many: none when the hold is over at `now`. */
export function bookClaims(
  tx: Tx,
  { sessionId, now }: { sessionId: number; now: Temporal.Instant },
): Promise<number> {
  return claims.bookClaims(tx, sessionId, now);
}

/**
 * Gives a session's slots back. A slot that hours and holidays no longer give does not return (decisions 3): it is
 * hidden on a day off and gone otherwise. The musician's next free time is right afterwards.
 */
export async function freeClaims(
  tx: Tx,
  { sessionId, musicianId, now }: { sessionId: number; musicianId: string; now: Temporal.Instant },
): Promise<void> {
  const freed = await claims.deleteClaims(tx, sessionId);
  if (freed.length > 0) await settleFreed(tx, musicianId, freed);
  await claims.refreshNextFree(tx, musicianId, now);
}

/**
 * Moves a booked session's claims to other slots; its present ones are no obstacle, and what it leaves is free at once,
 * as in freeClaims. `taken`: somebody has one of the slots, and the caller rolls back. `stayed`: they were its own.
 */
export async function moveClaims(
  tx: Tx,
  claim: Omit<Claim, 'heldUntil'>,
): Promise<'moved' | 'stayed' | 'taken'> {
  const { sessionId, musicianId, slotIds, now } = claim;
  const had = await claims.deleteClaims(tx, sessionId);
  if (!(await claimSlots(tx, { ...claim, heldUntil: null }))) return 'taken';
  const left = had.filter((id) => !slotIds.includes(id));
  if (left.length === 0 && had.length === slotIds.length) return 'stayed';
  await settleFreed(tx, musicianId, left);
  await claims.refreshNextFree(tx, musicianId, now);
  return 'moved';
}

/** Stores when a musician is next free and until when that holds; every writer of claims or slots ends with it. */
export function refreshNextFree(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  return claims.refreshNextFree(tx, musicianId, now);
}

async function settleFreed(tx: Tx, musicianId: string, slotIds: readonly string[]): Promise<void> {
  const hours = await claims.hoursOf(tx, musicianId);
  for (const slot of await claims.freedSlots(tx, slotIds)) {
    const given = slotsFor({
      ...hours,
      offers: slot.slot_type === 'flexible' ? [slot] : [],
      fromDate: slot.starts_at.toZonedDateTimeISO(hours.zone).toPlainDate(),
      days: 1,
    }).find(
      (one) =>
        one.category === slot.category &&
        one.starts_at.equals(slot.starts_at) &&
        one.ends_at.equals(slot.starts_at.add({ minutes: slot.unit_minutes })),
    );
    if (given === undefined) await claims.deleteSlot(tx, slot.id);
    else if (given.hidden !== slot.hidden) await claims.hideSlot(tx, slot.id, given.hidden);
  }
}
