import { slotsFor } from '#shared/calendar/rules.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { together } from '../db/pipeline.ts';
import type { Tx } from '../db/transaction.ts';
import { slotsReturned } from './events.ts';
import * as claims from './queries-claims.ts';
import * as freeTimes from './queries-free-times.ts';
import { hoursOf, type StoredHours } from './queries-schedule.ts';
import * as slots from './queries-slots.ts';

export { endHours } from './schedule/end-hours.ts';

/** A claim on a musician's slots by a session. */
interface Claim {
  readonly sessionId: number;
  readonly musicianId: string;
  readonly slotIds: readonly string[];
  /** When the hold ends; null for a booking made without one. */
  readonly heldUntil: Temporal.Instant | null;
  readonly now: Temporal.Instant;
  /** Whether expired claims overlap the slots, as `requestedSlots` says under the musician's lock; unknown: they may. */
  readonly overExpired?: boolean | undefined;
}

/** Locks a musician until the transaction ends. Several musicians are locked in the order of their ids. */
export function lockMusician(tx: Tx, musicianId: string): Promise<void> {
  return claims.lockMusician(tx, musicianId);
}

/** Locks musicians as `lockMusician` does, in the order of their ids. */
export function lockMusicians(tx: Tx, musicianIds: readonly string[]): Promise<void> {
  return claims.lockMusicians(tx, musicianIds);
}

/**
 * The shown slots among `slotIds`, by start, each with whether it is taken at `now`. Claims of `ownSession`, a hold
 * or a session to move, do not count. Final only under the musician's lock.
 */
export function requestedSlots(tx: Tx, request: claims.SlotRequest): Promise<claims.RequestedSlot[]> {
  return claims.requestedSlots(tx, request);
}

/**
 * The ids of a musician's shown slots of a kind, taken or not, in order: the one that begins at `startsAt` and those after
 * it, at most `many`. None when none begins then.
 */
export function slotsFrom(tx: Tx, wanted: claims.WantedSlots): Promise<string[]> {
  return claims.slotsFrom(tx, wanted);
}

/**
 * Claims all the slots; false when one is taken, and the caller rolls back. Expired claims are deleted first
 * (docs/product/calendar.md#claims).
 */
export async function claimSlots(tx: Tx, claim: Claim): Promise<boolean> {
  const [, claimed] = await together([
    claim.overExpired === false ? undefined : claims.deleteExpired(tx, claim),
    claims.insertClaims(tx, claim),
  ]);
  return claimed === claim.slotIds.length;
}

/**
 * Claims the times of imported sessions, with slots made for them where there are none; false when one is taken, and the
 * caller rolls back (docs/product/operator.md#imported-sessions). The caller holds the musicians' locks.
 */
export async function claimImported(
  tx: Tx,
  times: readonly slots.ImportedTime[],
  now: Temporal.Instant,
): Promise<boolean> {
  const musicianOf = new Map(times.map(({ sessionId, musicianId }) => [sessionId, musicianId]));
  const found = Map.groupBy(await slots.importedSlots(tx, times), (slot) => slot.session_id);
  const claimed = await together(
    [...musicianOf].map(([sessionId, musicianId]) => {
      const slotIds = (found.get(sessionId) ?? []).map(({ id }) => id);
      return claimSlots(tx, { sessionId, musicianId, slotIds, heldUntil: null, now });
    }),
  );
  return claimed.every(Boolean);
}

/** Extends a hold's claims and returns their number: 0 when they were taken over. */
export function extendClaims(
  tx: Tx,
  { sessionId, heldUntil }: { sessionId: number; heldUntil: Temporal.Instant },
): Promise<number> {
  return claims.extendClaims(tx, sessionId, heldUntil);
}

/** Turns a hold's live claims into booked ones and returns their number: 0 when the hold has expired at `now`. */
export function bookClaims(
  tx: Tx,
  { sessionId, now }: { sessionId: number; now: Temporal.Instant },
): Promise<number> {
  return claims.bookClaims(tx, sessionId, now);
}

/** What a session or an offer leaves behind. */
export interface Leaving {
  readonly slots: readonly claims.FreedSlot[];
  readonly hours: StoredHours;
  /** Whether anybody waits for the musician. */
  readonly isAwaited: boolean;
}

/** Reads what leaving its slots depends on. Final only under the musician's lock. */
export async function leavingOf(
  tx: Tx,
  { musicianId, ...owner }: claims.ClaimOwner & { readonly musicianId: string },
): Promise<Leaving> {
  const [slots, hours, isAwaited] = await together([
    claims.claimedSlots(tx, owner),
    hoursOf(tx, musicianId),
    claims.hasLine(tx, musicianId),
  ]);
  return { slots, hours, isAwaited };
}

/**
 * Frees the slots of a session or of an offer and refreshes the musician's next free time. A slot that is no longer in
 * the schedule is hidden by time off or a busy time, else deleted (docs/product/calendar.md#freed-slots). With `known`,
 * read under the musician's lock, its statements leave at once.
 */
export async function freeClaims(
  tx: Tx,
  { now, ...claimed }: claims.ClaimOwner & { readonly musicianId: string; readonly now: Temporal.Instant },
  known?: Leaving,
): Promise<void> {
  const { slots, hours } = known ?? (await leavingOf(tx, claimed));
  await together([
    claims.deleteClaims(tx, claimed),
    settleFreed(tx, slots, hours, now),
    freeTimes.refreshNextFree(tx, claimed.musicianId, now, slots.map(timesOf)),
  ]);
}

/** The slots of a musician that can be booked at `now`, from a start on, by start. Final only under the musician's lock. */
export function freeSlots(
  tx: Tx,
  range: { musicianId: string; from: Temporal.Instant; now: Temporal.Instant },
): Promise<claims.BookableSlot[]> {
  return claims.freeSlots(tx, range);
}

/** When the first hold or offer on a musician's slots ends; null without one. */
export function firstEnd(
  tx: Tx,
  musicianId: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | null> {
  return claims.firstEnd(tx, musicianId, now);
}

/** Whether anybody waits for a musician. */
export function hasLine(tx: Tx, musicianId: string): Promise<boolean> {
  return claims.hasLine(tx, musicianId);
}

/** Has a musician's waiting list looked at, where there is one: slots may have become free in this transaction. */
export async function wakeLine(
  tx: Tx,
  { events }: Pick<Ctx, 'events'>,
  musicianId: string,
  isAwaited?: boolean,
): Promise<void> {
  if (isAwaited ?? (await claims.hasLine(tx, musicianId)))
    await events.emit(tx, slotsReturned, { musician_id: musicianId });
}

/** Claims free slots for an offer of the waiting list until it ends. Throws when one is taken. */
export async function claimForOffer(
  tx: Tx,
  claim: {
    offerId: string;
    musicianId: string;
    slotIds: readonly string[];
    heldUntil: Temporal.Instant;
    now: Temporal.Instant;
  },
): Promise<void> {
  await claims.deleteExpired(tx, claim);
  if ((await claims.insertClaims(tx, claim)) !== claim.slotIds.length)
    throw new Error(`a time offered to somebody who waits was not free: ${claim.offerId}`);
}

/** Whether slots are exactly those that a session has. */
export const areSame = ({ slots }: Leaving, slotIds: readonly string[]): boolean =>
  slots.length === slotIds.length && slots.every(({ id }) => slotIds.includes(id));

/**
 * Moves a booked session's claims to other slots, which may include its current ones; frees the rest. False when one is
 * another session's, and the caller rolls back.
 */
export async function moveClaims(
  tx: Tx,
  claim: Omit<Claim, 'heldUntil'>,
  { slots, hours }: Leaving,
): Promise<boolean> {
  const { sessionId, musicianId, slotIds, now } = claim;
  const left = slots.filter(({ id }) => !slotIds.includes(id));
  const [, claimed] = await together([
    claims.deleteClaims(tx, { sessionId }),
    claimSlots(tx, { ...claim, heldUntil: null }),
    settleFreed(tx, left, hours, now),
    freeTimes.refreshNextFree(tx, musicianId, now),
  ]);
  return claimed;
}

/**
 * Stores when a musician is next free and when that goes stale. Every writer of claims or slots calls it last, or
 * `refreshFreeEnd`. Who has changed only those within some times says so
 * (docs/decisions/0100-store-what-a-booking-changes.md).
 */
export function refreshNextFree(
  tx: Tx,
  musicianId: string,
  now: Temporal.Instant,
  changed?: readonly freeTimes.Times[],
): Promise<void> {
  return freeTimes.refreshNextFree(tx, musicianId, now, changed);
}

/** Stores until when a musician's free times hold, for who has changed only until when claims do. */
export function refreshFreeEnd(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  return freeTimes.refreshFreeEnd(tx, musicianId, now);
}

const timesOf = ({ starts_at, unit_minutes }: claims.FreedSlot): freeTimes.Times => ({
  starts_at,
  ends_at: starts_at.add({ minutes: unit_minutes }),
});

/** One that has begun stays as it was: it counts for the musician's pay. */
async function settleFreed(
  tx: Tx,
  slots: readonly claims.FreedSlot[],
  hours: StoredHours,
  now: Temporal.Instant,
): Promise<void> {
  const coming = slots.filter(({ starts_at }) => Temporal.Instant.compare(starts_at, now) > 0);
  await together(
    coming.map(async (slot) => {
      const offered = offeredAs(slot, hours);
      if (offered === undefined) await claims.deleteSlot(tx, slot.id);
      else if (offered.hidden !== slot.hidden) await claims.hideSlot(tx, slot.id, offered.hidden);
    }),
  );
}

/** A slot as the schedule has it; undefined: it has no such slot. */
const offeredAs = (slot: claims.FreedSlot, hours: StoredHours) =>
  slotsFor({
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
