import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Done, Id, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { MAX_CALENDAR_NAME, READ_FAILURES } from './rules-outside.ts';

const Name = Text(MAX_CALENDAR_NAME);

/** Another calendar of a musician (docs/product/other-calendars.md). */
const Calendar = z.object({
  id: Id,
  name: z.string(),
  /** The address's server: the address itself is a secret. */
  host: z.string(),
  /** The last try. */
  read_at: Instant,
  /** The last one that went well. */
  last_ok_at: Instant,
  /** Busy times of the next 92 days. */
  busy: z.int(),
  /** Events that could not be read. */
  skipped: z.int(),
  /** Why the last try failed. */
  failure: z.nullable(z.enum(READ_FAILURES)),
});

/** A busy time during a booked session. */
const Conflict = z.object({
  session_id: z.int(),
  calendar: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  busy_from: Instant,
  busy_until: Instant,
});

const NOT_FOUND = { status: 404, detail: 'This calendar is not there any more.' } as const;
const READS = [
  {
    ...perAccount('calendar-read', 20, 600),
    message: 'You have had calendars read very often within ten minutes.',
  },
];

export const listCalendars = endpoint({
  ...calls.listCalendars,
  summary: "The musician's other calendars, and where they are busy during booked sessions",
  who: ['partner'],
  response: z.object({
    /** The studio reads other calendars. */
    on: z.boolean(),
    calendars: z.array(Calendar),
    conflicts: z.array(Conflict),
  }),
});

export const addCalendar = endpoint({
  ...calls.addCalendar,
  summary: 'Reads a calendar by its ICS address, and again every 15 minutes',
  who: ['partner'],
  rateLimit: READS,
  idempotent: true,
  body: z.object({ url: Text(2000), name: Name }),
  response: z.object({ calendar: Calendar }),
  problems: {
    not_found: { status: 404, detail: 'Other calendars are not read here.' },
    unreadable: { status: 422, detail: 'This calendar cannot be read.' },
    too_many_calendars: { status: 409, detail: 'You have three calendars. Remove one to add another.' },
    known_address: { status: 409, detail: 'You have added this calendar already.' },
  },
});

export const readCalendar = endpoint({
  ...calls.readCalendar,
  summary: 'Reads a calendar now',
  who: ['partner'],
  rateLimit: READS,
  params: z.object({ id: Id }),
  response: z.object({ calendar: Calendar }),
  problems: { not_found: NOT_FOUND },
});

export const renameCalendar = endpoint({
  ...calls.renameCalendar,
  summary: "Changes a calendar's name",
  who: ['partner'],
  rateLimit: [perAccount('calendar-change', 60, 600)],
  params: z.object({ id: Id }),
  body: z.object({ name: Name.check(z.minLength(1)) }),
  response: z.object({ calendar: Calendar }),
  problems: { not_found: NOT_FOUND },
});

export const removeCalendar = endpoint({
  ...calls.removeCalendar,
  summary: 'Removes a calendar; what it hid is on offer again',
  who: ['partner'],
  rateLimit: [perAccount('calendar-change', 60, 600)],
  params: z.object({ id: Id }),
  response: Done,
  problems: { not_found: NOT_FOUND },
});
