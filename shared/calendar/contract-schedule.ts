import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Day, Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';

const Category = Text(60).check(z.minLength(1));
const Unit = z.int().check(z.minimum(5), z.maximum(180));
/** A local time of day in steps of five minutes. */
const Time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5][05]$/));
const Hour = z.object({
  weekday: z.int().check(z.minimum(1), z.maximum(7)),
  from: Time,
  unit_minutes: Unit,
  category: Category,
});
const timeOff = {
  from_day: Day,
  to_day: Day,
  from_time: z.nullable(Time),
  to_time: z.nullable(Time),
  every_year: z.boolean(),
  note: Text(200),
};
export const Version = z.int().check(z.minimum(0));

/** A musician's schedule (docs/product/calendar.md#my-calendar). */
export const Schedule = z.object({
  /** Counts the changes; a change names the one it was made on. */
  version: Version,
  zone: z.string(),
  /** The musician's own day. */
  today: Day,
  /** What slots their services need. */
  kinds: z.array(z.object({ category: z.string(), unit_minutes: z.int(), services: z.array(z.string()) })),
  /** The hours in force today, and those that follow. */
  hours: z.array(z.object({ valid_from: Day, valid_until: z.nullable(Day), hours: z.array(Hour) })),
  time_off: z.array(z.object({ id: Id, ...timeOff })),
  /** The change that can be undone. */
  last_change: z.nullable(z.object({ id: Id, kind: z.string(), at: Instant })),
});

/** docs/product/calendar.md#what-a-change-does */
export const Effect = z.object({
  /** Free slots of each calendar week, by its Monday. */
  weeks: z.array(z.object({ week: Day, before: z.int(), after: z.int() })),
  added: z.int(),
  removed: z.int(),
  hidden: z.int(),
  shown: z.int(),
  /** Booked and held times that stay as they are. */
  stays: z.array(
    z.object({
      session_id: z.nullable(z.int()),
      starts_at: Instant,
      ends_at: Instant,
      claim: z.enum(['held', 'booked']),
    }),
  ),
});

/** A change of a schedule, as it is sent. */
export const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hours'),
    valid_from: Day,
    hours: z.array(Hour).check(z.maxLength(1500)),
  }),
  z.object({ kind: z.literal('time_off'), id: z.optional(Id), ...timeOff }),
  z.object({ kind: z.literal('remove_time_off'), id: Id }),
  z.object({
    kind: z.literal('offer'),
    offers: z
      .array(z.object({ starts_at: Instant, unit_minutes: Unit, category: Category }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  z.object({
    kind: z.literal('withdraw'),
    slots: z.array(Id).check(z.minLength(1), z.maxLength(300)),
  }),
  z.object({ kind: z.literal('copy_week'), from_week: Day, to_week: Day }),
]);

const NOT_FOUND = { status: 404, detail: 'This is no longer in your calendar.' } as const;
const CHANGED = {
  status: 409,
  detail: 'Your calendar has been changed in another window. Please look at it again.',
} as const;
const REFUSALS = {
  not_found: NOT_FOUND,
  schedule_changed: CHANGED,
  slot_taken: { status: 409, detail: 'Somebody has just taken this time, so it stays.' },
  bad_change: { status: 422, detail: 'This change is not possible.' },
  nothing_changes: { status: 422, detail: 'This changes nothing.' },
} as const;

export const getSchedule = endpoint({
  ...calls.getSchedule,
  summary: "The musician's own hours, time off and last change",
  who: ['partner'],
  response: Schedule,
  problems: { not_found: NOT_FOUND },
});

export const previewSchedule = endpoint({
  ...calls.previewSchedule,
  summary: 'What a change of the schedule would do, without saving it',
  who: ['partner'],
  rateLimit: [perAccount('schedule-preview', 600, 600)],
  body: z.object({ version: Version, change: Change }),
  response: z.object({ version: Version, effect: Effect }),
  problems: REFUSALS,
});

export const changeSchedule = endpoint({
  ...calls.changeSchedule,
  summary: 'Changes hours, time off or offers, and the free slots with them',
  who: ['partner'],
  rateLimit: [perAccount('schedule-change', 200, 600)],
  idempotent: true,
  body: z.object({ version: Version, change: Change }),
  response: z.object({ schedule: Schedule, change_id: Id, effect: Effect }),
  problems: REFUSALS,
});

export const undoSchedule = endpoint({
  ...calls.undoSchedule,
  summary: 'Undoes the latest change of the schedule',
  who: ['partner'],
  rateLimit: [perAccount('schedule-change', 200, 600)],
  idempotent: true,
  body: z.object({ change_id: Id }),
  response: z.object({ schedule: Schedule, effect: Effect }),
  problems: {
    not_found: NOT_FOUND,
    newer_change: { status: 409, detail: 'Something has been changed since. Undo that first.' },
  },
});
