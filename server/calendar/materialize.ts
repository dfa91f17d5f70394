import {
  extendWindow,
  slotsFor,
  type Offer,
  type SlotSpan,
  type WeeklyHour,
} from '../../shared/calendar/rules.ts';
import { dayOf } from '../../shared/lib/time.ts';
import type { Tx } from '../db/transaction.ts';
import * as claims from './queries-claims.ts';
import * as queries from './queries-slots.ts';

const keyOf = (slot: Pick<SlotSpan, 'starts_at' | 'ends_at' | 'category'>): string =>
  `${slot.starts_at.epochMilliseconds} ${slot.ends_at.epochMilliseconds} ${slot.category}`;

/** A change of what a musician gives; it happens under the musician's lock. */
interface Change {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
}

/** Replaces a musician's weekly hours; slots that nobody has follow at once. */
export async function setWeeklyHours(
  tx: Tx,
  { musicianId, hours, now }: Change & { readonly hours: readonly WeeklyHour[] },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.replaceWeeklyHours(tx, musicianId, hours);
  await materialise(tx, musicianId, now);
}

/** A day off (YYYY-MM-DD in the musician's zone): hides that day's slots that are not booked. */
export async function addHoliday(
  tx: Tx,
  { musicianId, day, now }: Change & { readonly day: string },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.insertHoliday(tx, musicianId, day);
  await materialise(tx, musicianId, now);
}

/** Takes a day off back: its slots are on offer again. */
export async function removeHoliday(
  tx: Tx,
  { musicianId, day, now }: Change & { readonly day: string },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.deleteHoliday(tx, musicianId, day);
  await materialise(tx, musicianId, now);
}

/**
 * Offers single slots beside the weekly hours; on a day off they wait hidden. Answers how many are new: one that
 * the musician gives already is not doubled.
 */
export async function offerSlots(
  tx: Tx,
  { musicianId, offers, now }: Change & { readonly offers: readonly Offer[] },
): Promise<number> {
  await claims.lockMusician(tx, musicianId);
  const rows = offers.map(({ starts_at, unit_minutes, category }) => ({
    musicianId,
    starts_at,
    ends_at: starts_at.add({ minutes: unit_minutes }),
    category,
    slot_type: 'flexible' as const,
    hidden: false,
  }));
  const added = await queries.insertSlots(tx, rows);
  await materialise(tx, musicianId, now);
  return added;
}

/**
 * Makes a musician's slots from now to 9 weeks ahead what hours, offers and holidays give (decisions 3), after one of
 * them changed. A booked slot stays as it is; a held one keeps its claim and its times, but is off offer when it is
 * no longer given, so that it does not come back when the hold runs out.
 */
export async function materialise(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.deleteExpiredClaims(tx, musicianId, now);
  const hours = await claims.hoursOf(tx, musicianId);
  const { fromDate, days } = extendWindow(null, dayOf(now, hours.zone));
  const given = new Map(
    slotsFor({ ...hours, offers: [], fromDate, days })
      .filter((slot) => Temporal.Instant.compare(slot.starts_at, now) > 0)
      .map((slot) => [keyOf(slot), slot]),
  );
  const dayOff = new Set(hours.holidays);
  const isOff = (slot: SlotSpan): boolean => dayOff.has(dayOf(slot.starts_at, hours.zone).toString());
  const isGiven = (slot: SlotSpan): boolean => slot.slot_type === 'flexible' || given.has(keyOf(slot));

  const stored = await queries.futureSlots(tx, musicianId, now);
  const free = stored.filter((slot) => slot.claim !== 'booked');
  const gone = free.filter((slot) => !isGiven(slot) && slot.claim === 'none');
  const stays = free.filter((slot) => isGiven(slot) || slot.claim === 'held');
  const shouldHide = (slot: SlotSpan): boolean => isOff(slot) || !isGiven(slot);
  await queries.deleteSlots(tx, idsOf(gone));
  await queries.setHidden(tx, idsOf(stays.filter((slot) => shouldHide(slot) && !slot.hidden)), true);
  await queries.setHidden(tx, idsOf(stays.filter((slot) => !shouldHide(slot) && slot.hidden)), false);

  const there = new Set(stored.map(keyOf));
  const missing = [...given].filter(([key]) => !there.has(key)).map(([, slot]) => ({ ...slot, musicianId }));
  await queries.insertSlots(tx, missing);
  await queries.setSlotsUntil(tx, [musicianId], fromDate.add({ days }).toString());
  await claims.refreshNextFree(tx, musicianId, now);
}

const idsOf = (slots: readonly queries.StoredSlot[]): string[] => slots.map(({ id }) => id);
