import { replaceHours } from '#shared/calendar/rules-hours.ts';
import { dayOf } from '#shared/lib/time.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Tx } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { loadSchedule } from '../materialize.ts';
import { deleteExpiredClaims } from '../queries-slots.ts';
import * as queries from './queries.ts';
import { snapshot } from './snapshot.ts';
import { storeSchedule } from './store-schedule.ts';

/**
 * Ends a musician's hours today and their offers, for somebody who is to be none; returns how many free slots there
 * were. The caller holds the musician's lock. Undoing brings the hours back (docs/product/calendar.md#undo).
 */
export async function endHours(tx: Tx, { now }: Pick<Ctx, 'now'>, musicianId: string): Promise<number> {
  await deleteExpiredClaims(tx, musicianId, now);
  const { schedule: before, stored } = await loadSchedule(tx, { musicianId, now });
  const valid_from = dayOf(now, before.zone).toString();
  const weeklyHours = replaceHours(before.weeklyHours, { valid_from, hours: [] });
  await storeSchedule(tx, { ...before, weeklyHours, offers: [] }, { musicianId, now, stored });
  await queries.insertChange(tx, {
    id: newId(),
    musicianId,
    version: await queries.nextVersion(tx, musicianId),
    at: now,
    kind: 'hours',
    before: snapshot(before, 'hours'),
  });
  return stored.filter(
    ({ claim, starts_at, hidden }) =>
      claim === 'none' && !hidden && Temporal.Instant.compare(starts_at, now) > 0,
  ).length;
}
