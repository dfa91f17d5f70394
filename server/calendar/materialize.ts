import { extendWindow, type Offer, type WeeklyHour } from '#shared/calendar/rules.ts';
import { replaceHours } from '#shared/calendar/rules-hours.ts';
import { planSlots, type SlotPlan, type StoredSlot } from '#shared/calendar/rules-plan.ts';
import { isCopied, type Schedule } from '#shared/calendar/rules-change.ts';
import { dayOf, startOfDay, startOfWeek } from '#shared/lib/time.ts';
import type { Db, Tx } from '../db/transaction.ts';
import * as claims from './queries-claims.ts';
import * as freeTimes from './queries-free-times.ts';
import * as schedules from './queries-schedule.ts';
import * as queries from './queries-slots.ts';

/** A change of a musician's schedule. */
interface Change {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
}

/** A musician's schedule with the slots that its changes concern. */
interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly version: number;
  readonly stored: readonly StoredSlot[];
}

/** A slot is 180 minutes at most: what began longer ago is over. */
const LONGEST = { minutes: 180 } as const;

/** Offers are slots themselves; those that are to come. */
function offersOf(stored: readonly StoredSlot[], now: Temporal.Instant): Offer[] {
  return stored
    .filter((slot) => slot.slot_type === 'flexible' && Temporal.Instant.compare(slot.starts_at, now) > 0)
    .map(({ starts_at, ends_at, category }) => ({
      starts_at,
      unit_minutes: starts_at.until(ends_at).total('minutes'),
      category,
    }));
}

/** Reads a musician's schedule and slots: those to come or running, and those of the week to copy. */
export async function loadSchedule(
  db: Db,
  { musicianId, now, sourceWeek }: Change & { readonly sourceWeek?: string | undefined },
): Promise<LoadedSchedule> {
  const { version, ...hours } = await schedules.hoursOf(db, musicianId);
  const running = now.subtract(LONGEST);
  const source = sourceWeek === undefined ? null : sourceStart(sourceWeek, hours.zone, now);
  const from = source !== null && Temporal.Instant.compare(source, running) < 0 ? source : running;
  const stored = await queries.slotsAfter(db, { musicianId, from, now });
  return { schedule: { ...hours, offers: offersOf(stored, now) }, version, stored };
}

/** Just before the Monday of a week; null where the week is too long ago to be copied. */
function sourceStart(week: string, zone: string, now: Temporal.Instant): Temporal.Instant | null {
  const monday = startOfWeek(Temporal.PlainDate.from(week));
  return isCopied(monday, dayOf(now, zone)) ? startOfDay(monday, zone).subtract({ milliseconds: 1 }) : null;
}

/** Replaces a musician's weekly hours from today on; free slots follow at once (docs/product/calendar.md#weekly-hours). */
export async function setWeeklyHours(
  tx: Tx,
  { musicianId, hours, now }: Change & { readonly hours: readonly WeeklyHour[] },
): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  const { weeklyHours, zone } = await schedules.hoursOf(tx, musicianId);
  const valid_from = dayOf(now, zone).toString();
  await schedules.storeHours(tx, musicianId, replaceHours(weeklyHours, { valid_from, hours }));
  await materialize(tx, musicianId, now);
}

/**
 * Remakes a musician's slots from now to 9 weeks ahead after their schedule changed
 * (docs/product/calendar.md#what-a-change-does). Booked slots stay as they are.
 */
export async function materialize(tx: Tx, musicianId: string, now: Temporal.Instant): Promise<void> {
  await claims.lockMusician(tx, musicianId);
  await queries.deleteExpiredClaims(tx, musicianId, now);
  const { schedule, stored } = await loadSchedule(tx, { musicianId, now });
  await applyPlan(tx, planSlots(schedule, stored, now), { musicianId, now, zone: schedule.zone });
}

/** Carries out a plan under the musician's lock, expired claims deleted. */
export async function applyPlan(
  tx: Tx,
  { add, remove, hide, show }: SlotPlan,
  { musicianId, now, zone }: Change & { readonly zone: string },
): Promise<void> {
  await queries.deleteSlots(tx, idsOf(remove));
  await queries.setHidden(tx, idsOf(hide), true);
  await queries.setHidden(tx, idsOf(show), false);
  await queries.insertSlots(
    tx,
    add.map((slot) => ({ ...slot, musicianId })),
  );
  const { fromDate, days } = extendWindow(null, dayOf(now, zone));
  await queries.setSlotsUntil(tx, [musicianId], fromDate.add({ days }).toString());
  await freeTimes.refreshNextFree(tx, musicianId, now);
}

const idsOf = (slots: readonly StoredSlot[]): string[] => slots.map(({ id }) => id);
