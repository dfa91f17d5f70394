import type { Schedule } from '#shared/calendar/rules-change.ts';
import { planSlots, type StoredSlot } from '#shared/calendar/rules-plan.ts';
import type { Tx } from '../../db/transaction.ts';
import { applyPlan } from '../materialize.ts';
import { storeHours, storeTimeOff } from '../queries-schedule.ts';

interface Stored {
  readonly musicianId: string;
  readonly now: Temporal.Instant;
  /** The slots that the schedule concerns. */
  readonly stored: readonly StoredSlot[];
}

/** Stores a schedule and remakes its free slots. The caller holds the musician's lock. */
export async function storeSchedule(
  tx: Tx,
  after: Schedule,
  { musicianId, now, stored }: Stored,
): Promise<void> {
  await storeHours(tx, musicianId, after.weeklyHours);
  await storeTimeOff(tx, musicianId, { timeOff: after.timeOff, now });
  await applyPlan(tx, planSlots(after, stored, now), { musicianId, now, zone: after.zone });
}
