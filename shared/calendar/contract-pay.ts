import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Day, Id, Instant, SessionId, Total, paging } from '../lib/wire.ts';
import * as calls from './calls-pay.ts';
import { FIGURES } from './rules-pay.ts';

const YEAR = [z.int(), z.minimum(1900), z.maximum(2999)] as const;
const MONTH = [z.int(), z.minimum(1), z.maximum(12)] as const;
const inBody = { year: z.int().check(...YEAR), month: z.int().check(...MONTH) };
const inQuery = { year: z.coerce.number().check(...YEAR), month: z.coerce.number().check(...MONTH) };

const problems = {
  not_found: { status: 404, detail: 'There is no musician of this account.' },
  bad_month: { status: 422, detail: 'Please choose a month from 2020 to this year.' },
} as const;

const Minutes = z.object({
  fixed: z.int(),
  flexible_booked: z.int(),
  flexible_offered: z.int(),
  holidays: z.int(),
});

/** The five figures: hours, and the payment in dollars (docs/product/invoice.md#figures). */
const Info = z.object({
  fixed: z.number(),
  flexible_booked: z.number(),
  flexible_offered: z.number(),
  holidays: z.number(),
  /** Null while a day with paid hours has no rate. */
  payment: z.nullable(z.number()),
});

export const MonthStats = z.object({
  year: z.int(),
  month: z.int(),
  /** The musician's zone: months and days are its. */
  timezone: z.string(),
  /** `planned` and `running` have not ended; `over` will close at `closes_at`. */
  state: z.enum(['planned', 'running', 'over', 'closed']),
  closed_at: z.nullable(Instant),
  closes_at: Instant,
  info: Info,
  /** The figures in minutes. */
  minutes: Minutes,
  /** The same of what is over; null unless the month is running. */
  so_far: z.nullable(z.object({ info: Info, minutes: Minutes })),
  /** Dollars an hour by the day from which they hold; those of this month. */
  rates: z.array(z.object({ from: Day, fixed: z.number(), flexible: z.number() })),
  /** The first day with paid hours and without a rate. */
  no_rate_on: z.nullable(Day),
  /** When the closed month was paid; null: not marked as paid. */
  paid: z.nullable(z.object({ on: Day, reference: z.string() })),
  /** The first day of the month for which no slots are made yet; null when all are. */
  planned_until: z.nullable(Day),
});
export type MonthStats = z.infer<typeof MonthStats>;

export const musicianStats = endpoint({
  ...calls.musicianStats,
  summary: "A month of the musician's invoice: hours and payment",
  who: ['partner'],
  body: z.object(inBody),
  response: MonthStats,
  problems,
});

export const statsSlots = endpoint({
  ...calls.statsSlots,
  summary: 'The slots and sessions behind a figure of that month, by time',
  who: ['partner'],
  query: z.object({ ...inQuery, figure: z.enum(FIGURES), ...paging(1000) }),
  response: z.object({
    slots: z.array(
      z.object({
        id: Id,
        start_date: Instant,
        duration: z.int(),
        slot_type: z.enum(['fixed', 'flexible']),
        service_category: z.string(),
        state: z.enum(['booked', 'free', 'off']),
        session_id: z.nullable(SessionId),
        client_name: z.nullable(z.string()),
        /** Dollars an hour; null without a rate. */
        rate: z.nullable(z.number()),
      }),
    ),
    total: Total,
  }),
  problems,
});
export type StatsSlot = z.infer<typeof statsSlots.response>['slots'][number];

export const statsPdf = endpoint({
  ...calls.statsPdf,
  summary: 'The same month as PDF',
  who: ['partner'],
  rateLimit: [perAccount('musician-pdf', 60, 600)],
  query: z.object(inQuery),
  response: z.unknown(),
  stream: 'application/pdf',
  problems,
});
