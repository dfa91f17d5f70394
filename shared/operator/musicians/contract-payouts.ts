import * as z from 'zod/mini';
import { FIRST_INVOICE_YEAR } from '../../calendar/rules-pay.ts';
import { REFERENCE_MAX } from '../../calendar/rules-payments.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Day, Done, Id, Instant } from '../../lib/wire.ts';
import { REASON_MAX } from '../rules-people.ts';
import * as calls from './calls-musicians.ts';
import { notFound } from './contract-musician.ts';
import { PAYOUT_STATES, PAYOUTS_AT_ONCE } from './rules-payouts.ts';

const YEAR = [z.int(), z.minimum(1900), z.maximum(2999)] as const;
const MONTH = [z.int(), z.minimum(1), z.maximum(12)] as const;
const inQuery = { year: z.coerce.number().check(...YEAR), month: z.coerce.number().check(...MONTH) };
/** Musicians of a page; their months come without those that have no hours. */
const Limit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAYOUTS_AT_ONCE));
const Musicians = z.array(Id).check(z.minLength(1), z.maxLength(PAYOUTS_AT_ONCE));
const inBody = {
  year: z.int().check(...YEAR),
  month: z.int().check(...MONTH),
  musicians: Musicians,
};
const badMonth = {
  bad_month: { status: 422, detail: `Please choose a month from ${FIRST_INVOICE_YEAR} to this year.` },
} as const;
const Refusal = z.enum(['not_over', 'closed', 'no_rate', 'nothing']);

/** A musician's month (docs/product/operator.md#payouts). */
export const Payout = z.object({
  year: z.int(),
  month: z.int(),
  musician: z.object({ id: Id, name: z.string(), slug: z.string(), avatar: z.nullable(z.string()) }),
  state: z.enum(PAYOUT_STATES),
  /** The hours in minutes. */
  minutes: z.object({
    fixed: z.int(),
    holidays: z.int(),
    flexible_offered: z.int(),
    flexible_booked: z.int(),
  }),
  /** null: a day with paid hours has no rate. */
  payment_cents: z.nullable(z.int()),
  /** The first such day. */
  no_rate_on: z.nullable(Day),
  /** Why it cannot be closed now; null: it can. */
  refusal: z.nullable(Refusal),
  closed_at: z.nullable(Instant),
  closes_at: Instant,
  /** null: not marked as paid. */
  paid: z.nullable(z.object({ id: Id, on: Day, reference: z.string() })),
});
export type Payout = z.infer<typeof Payout>;

export const getPayouts = endpoint({
  ...calls.getPayouts,
  summary:
    'A month of musicians that have hours in it: hours, payment and how it stands; of all without a limit',
  who: ['operator'],
  query: z.object({
    ...inQuery,
    limit: z.optional(Limit),
    /** `next` of the page before. */
    after: z.optional(Id),
  }),
  response: z.object({
    payouts: z.array(Payout),
    /** For the next page; null: there is none. */
    next: z.nullable(Id),
  }),
  problems: badMonth,
});

export const getMusicianMonths = endpoint({
  ...calls.getMusicianMonths,
  summary: "A musician's months of a year that have hours, the last first",
  who: ['operator'],
  params: z.object({ id: Id }),
  query: z.object({ year: inQuery.year }),
  response: z.object({ months: z.array(Payout) }),
  problems: { ...notFound, ...badMonth },
});

export const getPayoutPdf = endpoint({
  ...calls.getPayoutPdf,
  summary: "A musician's month as PDF, as they have it themselves",
  who: ['operator'],
  rateLimit: [perAccount('payout-pdf', 200, 600)],
  params: z.object({ id: Id }),
  query: z.object(inQuery),
  response: z.unknown(),
  stream: 'application/pdf',
  problems: { ...notFound, ...badMonth },
});

export const closeMonths = endpoint({
  ...calls.closeMonths,
  summary: 'Close a month of musicians for ever, each that can be',
  who: ['operator'],
  body: z.object(inBody),
  response: z.object({
    closed: z.array(Id),
    refused: z.array(z.object({ id: Id, reason: Refusal })),
  }),
  problems: {
    ...badMonth,
    nothing_closed: { status: 409, detail: 'None of these months can be closed now.' },
  },
});

export const markMonthsPaid = endpoint({
  ...calls.markMonthsPaid,
  summary: 'Mark a closed month of musicians as paid, all or none',
  who: ['operator'],
  idempotent: true,
  body: z.object({
    ...inBody,
    paid_on: Day,
    reference: z.string().check(z.trim(), z.minLength(1), z.maxLength(REFERENCE_MAX)),
  }),
  /** What was paid in all. */
  response: z.object({ cents: z.int() }),
  problems: {
    ...notFound,
    bad_day: { status: 422, detail: "Please choose a day from the month's first one to today." },
    not_closed: { status: 409, detail: 'One of these months is not closed yet.' },
    nothing_to_pay: { status: 409, detail: 'There is nothing to pay in one of these months.' },
    paid: { status: 409, detail: 'One of these months is marked as paid already.' },
  },
});

export const takePaidMarkBack = endpoint({
  ...calls.takePaidMarkBack,
  summary: 'Take the mark of a payment back, for a reason; both stay in the record',
  who: ['operator'],
  params: z.object({ id: Id }),
  body: z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(REASON_MAX)) }),
  response: Done,
  problems: {
    not_found: { status: 404, detail: 'There is no such payment.' },
    taken_back: { status: 409, detail: 'This mark was taken back already.' },
  },
});
