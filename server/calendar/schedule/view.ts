import type {
  getSchedule as getEndpoint,
  previewSchedule as previewEndpoint,
} from '#shared/calendar/contract-schedule.ts';
import { versionsFrom } from '#shared/calendar/rules-hours.ts';
import { effectOf, type StoredSlot } from '#shared/calendar/rules-plan.ts';
import type { Schedule } from '#shared/calendar/rules-change.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { dayOf } from '#shared/lib/time.ts';
import { servicesOfHours } from '../../catalogue/service.ts';
import type { Db } from '../../db/transaction.ts';
import { hoursOf } from '../queries-schedule.ts';
import * as queries from './queries.ts';

/** A musician's schedule as they see it: hours from today on, time off that is not over. */
export async function viewOf(
  db: Db,
  musicianId: string,
  now: Temporal.Instant,
): Promise<ResponseOf<typeof getEndpoint>> {
  const { version, zone, weeklyHours, timeOff } = await hoursOf(db, musicianId);
  const today = dayOf(now, zone).toString();
  const services = await servicesOfHours(db, musicianId);
  const kinds = Map.groupBy(services, ({ category, unit_minutes }) => `${category} ${unit_minutes}`);
  const last = await queries.latestChange(db, musicianId);
  return {
    version,
    zone,
    today,
    kinds: [...kinds.values()].flatMap((same) =>
      same.slice(0, 1).map(({ category, unit_minutes }) => ({
        category,
        unit_minutes,
        services: same.map(({ label }) => label),
      })),
    ),
    hours: versionsFrom(weeklyHours, today).map((one) => ({ ...one, hours: [...one.hours] })),
    time_off: timeOff.filter((off) => off.every_year || off.to_day >= today).map((off) => ({ ...off })),
    last_change: last === undefined ? null : { id: last.id, kind: last.kind, at: last.at.toString() },
  };
}

/** What a change does, as it is sent. */
export function toEffect(
  schedules: { readonly before: Schedule; readonly after: Schedule },
  stored: readonly StoredSlot[],
  now: Temporal.Instant,
): ResponseOf<typeof previewEndpoint>['effect'] {
  const { weeks, stays, ...counts } = effectOf(schedules, stored, now);
  return {
    ...counts,
    weeks: weeks.map((week) => ({ ...week })),
    stays: stays.map((stay) => ({
      ...stay,
      starts_at: stay.starts_at.toString(),
      ends_at: stay.ends_at.toString(),
    })),
  };
}
