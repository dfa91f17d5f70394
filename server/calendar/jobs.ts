import { extendWindow, slotsFor, WEEKS_AHEAD } from '#shared/calendar/rules.ts';
import { dayOf } from '#shared/lib/time.ts';
import { ok } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Job } from '../ctx/ctx.ts';
import * as schedule from './queries-schedule.ts';
import * as slots from './queries-slots.ts';
import * as queries from './queries.ts';

const EXTEND_BATCH = 25;
const REFRESH_BATCH = 200;

/**
 * Keeps every musician's slots 9 weeks ahead (docs/product/calendar.md#slots). Runs hourly, so that each musician's day
 * is added soon after midnight in their own zone.
 */
export const extendSlots: Job = {
  name: 'calendar.extend-slots',
  cron: '7 * * * *',
  async run(ctx) {
    const { db, now } = ctx;
    const until = new Map<string, string>();
    for (const zone of await queries.musicianZones(db))
      until.set(zone, dayOf(now, zone).add({ weeks: WEEKS_AHEAD }).toString());
    for (let more = true; more;) {
      const batch = await transaction({ db, now }, async (tx) => {
        const due = await queries.lockDue(tx, { until, limit: EXTEND_BATCH });
        await extend(tx, due, now);
        return ok(due.length);
      });
      more = batch.ok && batch.value > 0;
    }
  },
};

async function extend(tx: Tx, due: readonly queries.DueMusician[], now: Temporal.Instant): Promise<void> {
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  const hours = await schedule.hoursOfAll(tx, ids);
  const reached = new Map<string, string[]>();
  const added = due.flatMap(({ id, zone, slots_until }) => {
    const until = slots_until === null ? null : Temporal.PlainDate.from(slots_until);
    const { fromDate, days } = extendWindow(until, dayOf(now, zone));
    const day = fromDate.add({ days }).toString();
    reached.set(day, [...(reached.get(day) ?? []), id]);
    return slotsFor({
      weeklyHours: hours.get(id)?.weeklyHours ?? [],
      timeOff: hours.get(id)?.timeOff ?? [],
      busy: hours.get(id)?.busy ?? [],
      offers: [],
      zone,
      fromDate,
      days,
    }).map((slot) => ({ ...slot, musicianId: id }));
  });
  await slots.insertSlots(
    tx,
    added.filter((slot) => Temporal.Instant.compare(slot.starts_at, now) > 0),
  );
  for (const [day, musicianIds] of reached) await slots.setSlotsUntil(tx, musicianIds, day);
  await queries.refreshNextFrees(tx, ids, now);
}

/** Refreshes stale next free times (docs/product/calendar.md#next-free-time). Reads are right without it, but slower. */
export const refreshNextFree: Job = {
  name: 'calendar.refresh-next-free',
  cron: '* * * * *',
  async run({ db, now }) {
    for (let more = true; more;) {
      const batch = await transaction({ db, now }, async (tx) => {
        const stale = await queries.lockStale(tx, now, REFRESH_BATCH);
        await queries.refreshNextFrees(tx, stale, now);
        return ok(stale.length);
      });
      more = batch.ok && batch.value === REFRESH_BATCH;
    }
  },
};
