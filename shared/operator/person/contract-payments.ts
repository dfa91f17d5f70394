import * as z from 'zod/mini';
import { PROVIDERS, SUBSCRIPTION_STATUSES } from '../../billing/rules-provider.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { Id, Instant } from '../../lib/wire.ts';
import * as calls from './calls-person.ts';
import { NOT_REFUNDED } from './texts-refund.ts';

const params = z.object({ id: Id });
const noPerson = { not_found: { status: 404, detail: 'There is no such person.' } } as const;
const Provider = z.enum(PROVIDERS);
const Document = z.object({ id: Id, number: z.string() });

export const PersonPayment = z.object({
  id: Id,
  paid_at: Instant,
  provider: z.string(),
  kind: z.enum(['plan', 'bundle', 'top-up']),
  name: z.string(),
  quantity: z.int(),
  total_cents: z.int(),
  refunded_cents: z.int(),
  /** null: not issued yet. */
  invoice: z.nullable(Document),
  credit_notes: z.array(Document),
  /** States of its disputes: open, won or lost. */
  disputes: z.array(z.string()),
});
export type PersonPayment = z.infer<typeof PersonPayment>;

export const listPersonPayments = endpoint({
  ...calls.listPersonPayments,
  summary: 'What a person has paid, with refunds, credit notes and disputes, the latest first, 50 at a time',
  who: ['operator'],
  params,
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(Id),
  }),
  response: z.object({
    payments: z.array(PersonPayment),
    /** For the next page; null: there is none. */
    next: z.nullable(Id),
  }),
  problems: noPerson,
});

export const ProviderSubscription = z.object({
  provider: Provider,
  id: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  /** null: its price is not one of the studio's. */
  plan: z.nullable(z.object({ name: z.string(), cents: z.int(), is_annual: z.boolean() })),
  period_start: Instant,
  period_end: Instant,
  /** When a trial ends. */
  trial_end: z.nullable(Instant),
  /** When it ends, or has ended; null: it goes on. */
  ends_at: z.nullable(Instant),
  /** The plan that follows at the end of the period. */
  next_plan: z.nullable(z.string()),
  /** What is charged at the end of the period, with VAT; null: nothing, or the provider does not say. */
  next_cents: z.nullable(z.int()),
  last_payment: z.nullable(z.enum(['success', 'failed'])),
  /** Its page at the provider; null in a sandbox. */
  url: z.nullable(z.string()),
});
export type ProviderSubscription = z.infer<typeof ProviderSubscription>;

export const readSubscriptions = endpoint({
  ...calls.readSubscriptions,
  summary: "A person's subscriptions as the payment providers say them now, the latest first",
  who: ['operator'],
  params,
  response: z.object({
    subscriptions: z.array(ProviderSubscription),
    /** Providers that did not answer in time. */
    unanswered: z.array(Provider),
  }),
  problems: noPerson,
});

const refusals = {
  not_found: { status: 404, detail: 'There is no such payment.' },
  nothing_paid: { status: 409, detail: NOT_REFUNDED.nothing_paid },
  disputed: { status: 409, detail: NOT_REFUNDED.disputed },
  too_much: { status: 422, detail: NOT_REFUNDED.too_much },
  not_here: { status: 409, detail: NOT_REFUNDED.not_here },
  refunded_wholly: { status: 409, detail: NOT_REFUNDED.refunded_wholly },
  made_already: {
    status: 409,
    detail:
      'This amount of the payment is refunded already. Nothing was done; tick below to refund it once more.',
  },
  provider_unavailable: { status: 503, detail: NOT_REFUNDED.provider_unavailable },
} as const;

const Cents = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000_000));

export const planRefund = endpoint({
  ...calls.planRefund,
  summary: 'What a refund would pay back and take back; nothing is done',
  who: ['operator'],
  params,
  query: z.object({
    /** With VAT; absent: all that is left. */
    cents: z.optional(Cents),
    /** `yes`: also where the same amount was refunded before. */
    again: z.optional(z.enum(['yes'])),
  }),
  response: z.object({
    cents: z.int(),
    /** What stays paid. */
    left_cents: z.int(),
    /** Unspent credits that go. */
    credits: z.int(),
  }),
  problems: refusals,
});

export const makeRefund = endpoint({
  ...calls.makeRefund,
  summary: 'Pay back what was shown, and take back unspent credits',
  who: ['operator'],
  idempotent: true,
  params,
  body: z.object({
    cents: z.int().check(z.minimum(1)),
    /** As it was shown: where it is another now, nothing is done. */
    left_cents: z.int().check(z.minimum(0)),
    again: z._default(z.boolean(), false),
  }),
  response: z.object({
    /** false: the credits follow by the provider's webhook. */
    taken_in: z.boolean(),
  }),
  problems: {
    ...refusals,
    changed: {
      status: 409,
      detail: 'Something else was refunded meanwhile. Nothing was done; look at it again.',
    },
    refused: { status: 422, detail: 'The payment provider refuses.' },
    outcome_open: {
      status: 503,
      detail: 'The payment provider does not answer. Press again: it is refunded once.',
    },
  },
});
