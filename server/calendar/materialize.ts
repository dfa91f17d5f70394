import {
  extendWindow,
  slotsFor,
  type Offer,
  type SlotSpan,
  type WeeklyHour,
} from '#shared/calendar/rules.ts';
import { dayOf } from '#shared/lib/time.ts';
import type { Tx } from '../db/transaction.ts';
import * as claims from './queries-claims.ts';
import * as queries from './queries-slots.ts';

const keyOf = (slot: Pick<SlotSpan, 'starts_at' | 'ends_at' | 'category'>): string =>
  `${slot.starts_at.epochMilliseconds} ${slot.ends_at.epochMilliseconds} ${slot.category}`;

/** A change of a musician's hours, holidays or offers. */
interface Change {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
}

/** Replaces a musician's weekly hours; free slots follow at once (docs/product/calendar.md#change-of-hours). */
export async function setWeeklyHours(
  tx: Tx,
  { musicianId, hours, now }: Change & { readonly hours: readonly WeeklyHour[] },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.replaceWeeklyHours(tx, musicianId, hours);
  await materialize(tx, musicianId, now);
}

/**
 * Adds a day off (YYYY-MM-DD in the musician's zone), which hides the day's slots that are not booked.
 * @planned
 */
export async function addHoliday(
  tx: Tx,
  { musicianId, day, now }: Change & { readonly day: string },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.insertHoliday(tx, musicianId, day);
  await materialize(tx, musicianId, now);
}

/**
 * Removes a day off; its slots can be booked again.
 * @planned
 */
export async function removeHoliday(
  tx: Tx,
  { musicianId, day, now }: Change & { readonly day: string },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.deleteHoliday(tx, musicianId, day);
  await materialize(tx, musicianId, now);
}

/**
 * Offers single slots beside the weekly hours, hidden on a day off. Returns how many are new: an existing slot is not
 * added again.
 * @planned
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
  await materialize(tx, musicianId, now);
  return added;
}

/**
 * Remakes a musician's slots from now to 9 weeks ahead after hours, offers or holidays changed
 * (docs/product/calendar.md#change-of-hours). Booked slots stay as they are.
 */
export async function materialize(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.deleteExpiredClaims(tx, musicianId, now);
  const hours = await claims.hoursOf(tx, musicianId);
  const { fromDate, days } = extendWindow(null, dayOf(now, hours.zone));
  const scheduled = new Map(
    slotsFor({ ...hours, offers: [], fromDate, days })
      .filter((slot) => Temporal.Instant.compare(slot.starts_at, now) > 0)
      .map((slot) => [keyOf(slot), slot]),
  );
  const dayOff = new Set(hours.holidays);
  const isOff = (slot: SlotSpan): boolean => dayOff.has(dayOf(slot.starts_at, hours.zone).toString());
  // A held slot outside the new schedule is hidden: holds expire without a write, and the slot must not return.
  const isScheduled = (slot: SlotSpan): boolean =>
    slot.slot_type === 'flexible' || scheduled.has(keyOf(slot));

  const stored = await queries.futureSlots(tx, musicianId, now);
  const free = stored.filter((slot) => slot.claim !== 'booked');
  const obsolete = free.filter((slot) => !isScheduled(slot) && slot.claim === 'none');
  const remaining = free.filter((slot) => isScheduled(slot) || slot.claim === 'held');
  const shouldHide = (slot: SlotSpan): boolean => isOff(slot) || !isScheduled(slot);
  await queries.deleteSlots(tx, idsOf(obsolete));
  await queries.setHidden(tx, idsOf(remaining.filter((slot) => shouldHide(slot) && !slot.hidden)), true);
  await queries.setHidden(tx, idsOf(remaining.filter((slot) => !shouldHide(slot) && slot.hidden)), false);

  const existing = new Set(stored.map(keyOf));
  const missing = [...scheduled]
    .filter(([key]) => !existing.has(key))
    .map(([, slot]) => ({ ...slot, musicianId }));
  await queries.insertSlots(tx, missing);
  await queries.setSlotsUntil(tx, [musicianId], fromDate.add({ days }).toString());
  await claims.refreshNextFree(tx, musicianId, now);
}

const idsOf = (slots: readonly queries.StoredSlot[]): string[] => slots.map(({ id }) => id);
