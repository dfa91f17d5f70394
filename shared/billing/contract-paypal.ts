import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import {
  ALREADY_SUBSCRIBED,
  buying,
  Country,
  IS_FREE,
  NEEDS_COUNTRY,
  OfferId,
  PAYMENT_PROBLEMS,
  ProviderId,
  PURCHASE_PROBLEMS,
  Redirect,
  ReturnTo,
  TopUpBody,
} from './contract-buying.ts';
import {
  CHANGE_IN_PROGRESS,
  CHANGE_PROBLEMS,
  changing,
  CREDIT_ABOVE_PRICE,
  IS_DOWNGRADE,
  NOT_A_DOWNGRADE,
} from './contract-changing.ts';

const checking = [perAccount('paypal-check', 300, 600)] as const;
const Place = { country: z.optional(Country), zipcode: z.optional(Text(32)) };

/** Every address leads to PayPal, where the person approves; until then nothing has happened. */
export const createPaypalSubscription = endpoint({
  ...calls.createPaypalSubscription,
  summary: 'Buy a membership through PayPal; over a running one, the page that confirms the change',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ priceId: ProviderId, ...Place }),
  response: Redirect,
  problems: { ...PURCHASE_PROBLEMS, already_subscribed: ALREADY_SUBSCRIBED },
});

export const startPaypalSubscription = endpoint({
  ...calls.startPaypalSubscription,
  summary: 'End the trial and pay the first period through PayPal',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ priceId: ProviderId }),
  response: Redirect,
  problems: { ...PURCHASE_PROBLEMS, no_trial: { status: 409, detail: 'There is no trial to finish.' } },
});

export const upgradePaypalSubscription = endpoint({
  ...calls.upgradePaypalSubscription,
  summary: 'Change to another plan at once through PayPal, at the price of the preview',
  who: ['client'],
  rateLimit: changing,
  idempotent: true,
  body: z.object({
    priceId: ProviderId,
    /** As the preview said; without both the price is what it is now, and PayPal shows it. */
    at: z.optional(Instant),
    due_today_cents: z.optional(z.int()),
  }),
  response: Redirect,
  problems: {
    ...CHANGE_PROBLEMS,
    ...CREDIT_ABOVE_PRICE,
    ...CHANGE_IN_PROGRESS,
    ...IS_DOWNGRADE,
    needs_country: NEEDS_COUNTRY,
  },
});

export const downgradePaypalSubscription = endpoint({
  ...calls.downgradePaypalSubscription,
  summary: 'Change to a smaller plan at the end of the period, approved at PayPal',
  who: ['client'],
  rateLimit: changing,
  idempotent: true,
  body: z.object({ priceId: ProviderId }),
  response: Redirect,
  problems: { ...CHANGE_PROBLEMS, ...CHANGE_IN_PROGRESS, ...NOT_A_DOWNGRADE },
});

const CHECK_PROBLEMS = {
  ...PAYMENT_PROBLEMS,
  not_found: { status: 404, detail: 'There is no such payment of yours.' },
} as const;

export const checkPaypalSubscription = endpoint({
  ...calls.checkPaypalSubscription,
  summary: 'Whether a subscription of mine at PayPal runs, after asking PayPal',
  who: ['client'],
  rateLimit: checking,
  body: z.object({ subscriptionId: ProviderId }),
  response: z.object({
    active: z.boolean(),
    /** As incomplete (not approved yet), trialing, active, past_due, canceled. */
    status: z.string(),
    /** It was ended because its payer had a trial before. */
    trial_used: z.boolean(),
  }),
  problems: CHECK_PROBLEMS,
});

export const checkPaypalOrder = endpoint({
  ...calls.checkPaypalOrder,
  summary: 'Take the payment of an approved order of mine at PayPal; whether it is paid',
  who: ['client'],
  rateLimit: checking,
  /** PayPal's `token` in the address that it leads back to. */
  body: z.object({ orderId: ProviderId }),
  response: z.object({ paid: z.boolean() }),
  problems: CHECK_PROBLEMS,
});

export const createPaypalTopup = endpoint({
  ...calls.createPaypalTopup,
  summary: 'Buy credits one by one through PayPal',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: TopUpBody,
  response: Redirect,
  problems: PURCHASE_PROBLEMS,
});

export const purchasePaypalBundle = endpoint({
  ...calls.purchasePaypalBundle,
  summary: 'Buy a bundle of credits through PayPal',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ bundle_id: OfferId, ...Place, return_to: z.optional(ReturnTo) }),
  response: Redirect,
  problems: { ...PURCHASE_PROBLEMS, is_free: IS_FREE },
});
