import * as z from 'zod/mini';
import { Average, Service } from '../catalogue/contract.ts';
import { Sample } from '../catalogue/contract-samples.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Day, Id, Instant, Text, Total, Zone, days, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { SORTS } from './rules-filters.ts';

/** A musician's card (docs/product/explore.md#card). */
export const Card = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  cardDescription: z.string(),
  bio: z.string(),
  image_url: z.nullable(z.string()),
  instruments: z.array(z.string()),
  labels: z.array(z.string()),
  timezone: z.string(),
  next_free_at: z.nullable(Instant),
  rating: Average,
  /** The first sample that clients may play; null: none. */
  sample: z.nullable(Sample),
  /** The fewest credits that one unit of their services costs the caller; null without a service. */
  price_from: z.nullable(z.int()),
});
export type Card = z.infer<typeof Card>;

export const listPartners = endpoint({
  ...calls.listPartners,
  summary: "The musicians' listing, in the studio's order, with each one's next free time",
  who: ['client'],
  query: z.object({ instrument: z.optional(Text(60)), ...paging(100) }),
  response: z.object({ partners: z.array(Card), total: Total }),
});

/** A card in a search; `free_at`: when the first bookings in the wanted time begin, at most three. */
export const FoundCard = z.extend(Card, { free_at: z.array(Instant) });
export type FoundCard = z.infer<typeof FoundCard>;

const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 18:30.'));

export const searchPartners = endpoint({
  ...calls.searchPartners,
  summary: 'Musicians who fit the filters of Explore and can play at the wanted time',
  who: ['client'],
  query: z.object({
    start_date: z.optional(Day),
    end_date: z.optional(Day),
    start_time: z.optional(TimeOfDay),
    end_time: z.optional(TimeOfDay),
    /** Of days and times; the caller's own unless given. */
    timezone: z.optional(Zone),
    /** Values of services with commas between; any of them. */
    services: z.optional(Text(500)),
    instrument: z.optional(Text(60)),
    q: z.optional(Text(100)),
    sort: z._default(z.enum(SORTS), 'studio'),
    ...paging(100),
  }),
  response: z.object({ partners: z.array(FoundCard), total: Total }),
  problems: { bad_range: { status: 422, detail: 'Choose a last day that is not before the first.' } },
});

export const partnerFilters = endpoint({
  ...calls.partnerFilters,
  summary: 'What the filters of Explore offer: services, each with how many musicians on Explore offer it',
  who: ['client'],
  response: z.object({
    services: z.array(z.object({ value: z.string(), label: z.string(), musicians: z.int(), price: z.int() })),
    /** The days between which one can look, in the caller's zone. */
    first_date: Day,
    last_date: Day,
    total: Total,
  }),
});

/** A slot as the picker shows it (docs/product/calendar.md#slots-in-the-picker). */
export const Slot = z.object({
  id: Id,
  start_date: Instant,
  duration: z.int(),
  status: z.enum(['available', 'prebooked', 'booked']),
  service_category: z.string(),
  slot_type: z.enum(['fixed', 'flexible']),
  displayStatus: z.enum(['shown', 'hidden']),
  mine: z.boolean(),
  /** When an unconfirmed hold of the slot ends; null without one. */
  held_until: z.nullable(Instant),
  restricted: z.boolean(),
  open_from: z.nullable(Instant),
});
export type Slot = z.infer<typeof Slot>;

export const listSlots = endpoint({
  ...calls.listSlots,
  summary: "A musician's slots from now on",
  who: ['client', 'managed'],
  params: z.object({ id: Id }),
  query: z.object({ days: days(60) }),
  response: z.object({ slots: z.array(Slot), total: Total }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});

/** A musician's slot as their calendar shows it. */
const CalendarSlot = z.object({
  id: Id,
  start_date: Instant,
  duration: z.int(),
  status: z.enum(['available', 'prebooked', 'booked']),
  service_category: z.string(),
  slot_type: z.enum(['fixed', 'flexible']),
  displayStatus: z.enum(['shown', 'hidden']),
  /** The other calendar that hides it (docs/product/other-calendars.md#what-busy-times-do). */
  busy: z.nullable(z.string()),
  session_id: z.nullable(z.int()),
  client_name: z.nullable(z.string()),
  /** Of `prebooked` by the waiting list alone: when the offer ends. */
  offered_until: z.nullable(Instant),
});
export const CalendarDays = z.object({ timezone: Zone, from_date: Day, to_date: Day });
export const CalendarSlots = z.object({ slots: z.array(CalendarSlot), total: Total });
export const BAD_RANGE = {
  status: 422,
  detail: 'Choose a last day that is not before the first, at most 92 days on.',
} as const;

export const musicianCalendar = endpoint({
  ...calls.musicianCalendar,
  summary: "The musician's own slots between two days, with who booked them",
  who: ['partner'],
  query: CalendarDays,
  response: CalendarSlots,
  problems: { bad_range: BAD_RANGE },
});

/** What the booking panel needs of a musician (docs/product/catalogue.md#configuration). */
export const getConfiguration = endpoint({
  ...calls.getConfiguration,
  summary: 'What can be booked with a musician: services, deliverables, sample rates',
  who: ['client', 'managed'],
  cache: 'revalidate',
  params: z.object({ slug: Text(100) }),
  query: z.object({ mode: z.optional(z.literal('configuration')) }),
  response: z.array(
    z.object({
      Name: z.string(),
      services_first: z.boolean(),
      services: z.object({ label: z.string(), servicesList: z.array(Service) }),
      sampleRates: z.array(z.string()),
      deliverables: z.array(z.string()),
    }),
  ),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});
