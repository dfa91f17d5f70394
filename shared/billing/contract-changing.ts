import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Instant } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { Breakdown, CHANGE_REFUSED, NEEDS_COUNTRY, PAYMENT_PROBLEMS } from './contract-buying.ts';
import { UNABLE } from './texts-change.ts';

export const PriceId = z.string().check(z.minLength(1), z.maxLength(255));

/** A plan as a dialog about its change names it. */
const PlanTerms = z.object({
  name: z.string(),
  price_cents: z.int(),
  credits: z.int(),
  is_annual: z.boolean(),
  has_rollover: z.boolean(),
});

export const CHANGE_PROBLEMS = {
  ...PAYMENT_PROBLEMS,
  not_found: { status: 404, detail: 'This plan is no longer available.' },
  no_subscription: { status: 409, detail: 'There is no membership to change.' },
  same_plan: { status: 409, detail: "You're on this plan." },
  ...CHANGE_REFUSED,
} as const;

/** A credit is never paid out, and PayPal keeps no balance. */
export const CREDIT_ABOVE_PRICE = {
  credit_above_price: { status: 409, detail: UNABLE.credit_above_price },
} as const;

export const CHANGE_IN_PROGRESS = {
  in_progress: {
    status: 409,
    detail: 'Another change of yours is under way. Please try again in a moment.',
  },
} as const;

export const IS_DOWNGRADE = {
  is_downgrade: { status: 409, detail: 'This plan begins at the end of your period.' },
} as const;
export const NOT_A_DOWNGRADE = {
  not_a_downgrade: { status: 409, detail: 'This plan begins at once, not at the end of your period.' },
} as const;

const reading = [perAccount('change-preview', 300, 600)] as const;
export const changing = [perAccount('change', 30, 3600)] as const;

export const previewChange = endpoint({
  ...calls.previewChange,
  summary: 'What changing to a plan costs now and later, as it will be billed',
  who: ['client'],
  rateLimit: reading,
  query: z.object({ priceId: PriceId }),
  response: z.object({
    kind: z.enum(['upgrade', 'switch', 'downgrade']),
    /** Of the new price: who bills it. */
    provider: z.enum(['stripe', 'paypal']),
    /** The running membership is billed by the other provider. */
    moves: z.boolean(),
    from: PlanTerms,
    to: PlanTerms,
    notice: z.nullable(z.enum(['downgrade_with_rollover', 'downgrade_without_rollover', 'switch'])),
    /** The instant that the credit is counted at; sent back with the change. */
    at: Instant,
    /** When the new plan begins: now, or the period's end. */
    begins_at: Instant,
    /** When it is charged next after that. */
    renews_at: Instant,
    /** The first invoice of the new plan; the credit is a negative line. */
    breakdown: Breakdown,
    /** Charged to the card now. */
    due_today_cents: z.int(),
    /** What stays as balance for later invoices. */
    balance_cents: z.int(),
    credits: z.object({
      /** Unspent credits of the period that end with the change. */
      lost: z.int(),
      granted: z.int(),
      bank: z.int(),
      /** The bank's limit afterwards. */
      bank_max: z.int(),
    }),
  }),
  problems: {
    ...CHANGE_PROBLEMS,
    ...CREDIT_ABOVE_PRICE,
    needs_country: NEEDS_COUNTRY,
  },
});

export const changeSubscription = endpoint({
  ...calls.changeSubscription,
  summary: 'Change to another plan at once, at the price of the preview',
  who: ['client'],
  rateLimit: changing,
  idempotent: true,
  body: z.object({
    priceId: PriceId,
    /** As the preview said. */
    at: Instant,
    due_today_cents: z.int(),
    balance_cents: z.int(),
  }),
  response: z.object({
    /** `pending`: the card's bank has to confirm; nothing has changed yet. */
    status: z.enum(['active', 'pending']),
    client_secret: z.optional(z.string()),
  }),
  problems: {
    ...CHANGE_PROBLEMS,
    ...IS_DOWNGRADE,
    ...CHANGE_IN_PROGRESS,
    /** `detail` is the provider's message. */
    card_declined: { status: 422, detail: 'Your card was declined.' },
  },
});

export const downgradeSubscription = endpoint({
  ...calls.downgradeSubscription,
  summary: 'Change to a smaller plan at the end of the period',
  who: ['client'],
  rateLimit: changing,
  idempotent: true,
  body: z.object({ priceId: PriceId }),
  response: z.object({ from: Instant }),
  problems: {
    ...CHANGE_PROBLEMS,
    ...CHANGE_IN_PROGRESS,
    ...NOT_A_DOWNGRADE,
  },
});

export const keepPlan = endpoint({
  ...calls.keepPlan,
  summary: 'Take a planned downgrade back',
  who: ['client'],
  rateLimit: changing,
  idempotent: true,
  response: z.object({
    /** False at PayPal: the person approves it at `url` first. */
    kept: z.boolean(),
    url: z.optional(z.string()),
  }),
  problems: {
    ...PAYMENT_PROBLEMS,
    ...CHANGE_IN_PROGRESS,
    nothing_planned: { status: 409, detail: 'No change of your plan is planned.' },
  },
});
