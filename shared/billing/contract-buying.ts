import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { PROVIDER_REFUSED } from './texts.ts';

/** A country of ISO 3166-1 alpha-2. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'A country code like PT.'));
/** An id of the payment provider. */
export const ProviderId = z.string().check(z.minLength(1), z.maxLength(255));
export const OfferId = Text(64);
const Coupon = z.string().check(z.maxLength(64));
/** A path of this studio that the browser comes back to. */
export const ReturnTo = z
  .string()
  .check(z.maxLength(1000), z.regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this studio.'));
/** What a hosted page needs: the browser goes there. */
export const Redirect = z.object({ url: z.string() });

/** A price and its VAT in cents: net + vat = total (docs/product/invoices.md#vat). */
export const Breakdown = z.object({
  currency: z.literal('usd'),
  /** Net amounts in the order shown; a discount is negative. */
  lines: z.array(z.object({ label: z.string(), cents: z.int() })),
  net_cents: z.int(),
  /** 23 for 23 %; 0: no VAT line. */
  vat_percent: z.number(),
  vat_cents: z.int(),
  total_cents: z.int(),
  reverse_charge: z.boolean(),
});
export type Breakdown = z.infer<typeof Breakdown>;

export const PAYMENT_PROBLEMS = {
  payments_not_configured: {
    status: 503,
    detail: 'Payments are not set up in this studio yet. Please contact support.',
  },
  provider_unavailable: {
    status: 503,
    detail: 'Our payment provider does not answer. Nothing was charged; please try again in a minute.',
  },
  /** `detail` has the provider's message. */
  provider_refused: { status: 409, detail: PROVIDER_REFUSED.unknown },
} as const;

const NOT_OFFERED = { status: 404, detail: 'This offer is no longer available.' } as const;
const COUPON_INVALID = { status: 422, detail: 'This coupon code is not valid for this purchase.' } as const;
export const NEEDS_COUNTRY = { status: 422, detail: 'Please choose your billing country.' } as const;
export const ALREADY_SUBSCRIBED = { status: 409, detail: 'You already have a membership.' } as const;
export const IS_FREE = { status: 422, detail: 'This offer costs nothing: join it instead.' } as const;
const IN_PROGRESS = {
  status: 409,
  detail: 'Another purchase of yours is under way. Please finish it, or try again in a moment.',
} as const;
const NO_SUBSCRIPTION = { status: 409, detail: 'There is no membership to change.' } as const;

/** Why a running membership is not changed. */
export const CHANGE_REFUSED = {
  last_payment_failed: {
    status: 409,
    detail: 'Your last payment failed. Please update your payment method, then change your plan.',
  },
  change_pending: {
    status: 409,
    detail: 'Your plan changes at the end of the period already. Take that back first.',
  },
  preview_over: {
    status: 409,
    detail: 'The amount has changed since you looked. Please check it and try again.',
  },
} as const;

export const buying = [perAccount('buying', 60, 3600)] as const;

export const getPaymentConfig = endpoint({
  ...calls.getPaymentConfig,
  summary: 'How the browser reaches the payment providers; null: not available here',
  who: ['client'],
  response: z.object({
    stripe: z.nullable(
      z.object({
        publishable_key: z.string(),
        /** The origin of Stripe's calls; null: Stripe's own, with its script. */
        api_origin: z.nullable(z.string()),
        sandbox: z.boolean(),
      }),
    ),
    paypal: z.nullable(z.object({ sandbox: z.boolean() })),
  }),
});

export const getQuote = endpoint({
  ...calls.getQuote,
  summary: 'What a purchase costs with VAT and coupon, before paying',
  who: ['client'],
  rateLimit: [perAccount('quote', 300, 600)],
  query: z.object({
    kind: z.enum(['plan', 'bundle', 'top-up']),
    /** The plan's or bundle's id; not for a top-up. */
    offer_id: z.optional(OfferId),
    quantity: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 1),
    /** Billing country; by default the one of the billing address. */
    country: z.optional(Country),
    /** PayPal takes no coupon. */
    coupon: z.optional(Coupon),
    provider: z._default(z.enum(['stripe', 'paypal']), 'stripe'),
  }),
  response: z.object({
    breakdown: Breakdown,
    /** Days of the free trial that begins instead of paying; 0: none. */
    trial_days: z.int(),
    due_today_cents: z.int(),
    /** The total of later periods where the coupon does not last; null: the same, or there are none. */
    later_total_cents: z.nullable(z.int()),
    credits: z.int(),
    price_id: z.nullable(z.string()),
  }),
  problems: {
    ...PAYMENT_PROBLEMS,
    not_found: NOT_OFFERED,
    coupon_invalid: COUPON_INVALID,
    needs_country: NEEDS_COUNTRY,
  },
});

/** Of a purchase without a coupon. */
export const PURCHASE_PROBLEMS = {
  ...PAYMENT_PROBLEMS,
  not_found: NOT_OFFERED,
  needs_country: NEEDS_COUNTRY,
  in_progress: IN_PROGRESS,
} as const;

const checkoutProblems = { ...PURCHASE_PROBLEMS, coupon_invalid: COUPON_INVALID } as const;

/** Ours beside the requirement's fields: what the payment page has chosen already. */
const Chosen = { country: z.optional(Country), zipcode: z.optional(Text(32)), coupon: z.optional(Coupon) };

export const createCheckoutSession = endpoint({
  ...calls.createCheckoutSession,
  summary: 'A hosted page to buy a membership',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ priceId: ProviderId, ...Chosen }),
  response: z.object({ sessionId: z.string(), url: z.string() }),
  problems: { ...checkoutProblems, already_subscribed: ALREADY_SUBSCRIBED },
});

export const createSubscriptionCheckout = endpoint({
  ...calls.createSubscriptionCheckout,
  summary: 'A hosted page to buy a membership; on a live one the page that confirms the change',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ priceId: ProviderId, ...Chosen }),
  response: Redirect,
  problems: { ...checkoutProblems, already_subscribed: ALREADY_SUBSCRIBED },
});

export const createSubscription = endpoint({
  ...calls.createSubscription,
  summary: 'Buy a membership with a card typed in the studio; `client_secret` asks for 3-D Secure',
  who: ['client'],
  rateLimit: [perAccount('card', 20, 3600)],
  idempotent: true,
  body: z.object({
    paymentMethodId: ProviderId,
    priceId: ProviderId,
    couponId: z.optional(z.nullable(Coupon)),
    /** Agrees to pay today, after `trial_used`. */
    withoutTrial: z.optional(z.boolean()),
    country: z.optional(Country),
    zipcode: z.optional(Text(32)),
    /** Over a membership by PayPal: what the dialog about the change has promised. */
    change: z.optional(z.object({ at: Instant, due_today_cents: z.int(), balance_cents: z.int() })),
  }),
  response: z.object({
    /** The provider's word: active, trialing or incomplete. */
    status: z.string(),
    /** Of the payment or, in a trial, of the card's setup; only while the bank has to confirm. */
    client_secret: z.optional(z.string()),
    subscription_id: z.string(),
  }),
  problems: {
    ...checkoutProblems,
    already_subscribed: ALREADY_SUBSCRIBED,
    /** `detail` is the provider's message, for the card number field. */
    card_declined: { status: 422, detail: 'Your card was declined.' },
    /** Nothing is charged before the person agrees: `withoutTrial`. */
    trial_used: {
      status: 409,
      detail: 'This card has had its free trial. You can start your membership with it and pay today.',
    },
    ...CHANGE_REFUSED,
  },
});

export const createProviderSession = endpoint({
  ...calls.createProviderSession,
  summary: "A hosted page of a provider for a price's product",
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  params: z.object({ provider: z.enum(['stripe', 'paypal']) }),
  body: z.object({ product_id: ProviderId, country: Country, coupon: z.optional(Coupon) }),
  response: Redirect,
  problems: { ...checkoutProblems, already_subscribed: ALREADY_SUBSCRIBED },
});

/** Credits one by one, at whichever provider. */
export const TopUpBody = z.object({
  /** Credits. */
  amount: z.int().check(z.minimum(1), z.maximum(100)),
  country: z.optional(Country),
  return_to: z.optional(ReturnTo),
  /** The held session that waits for the credits; its hold is extended once. */
  hold_id: z.optional(z.int()),
});

export const createTopup = endpoint({
  ...calls.createTopup,
  summary: 'A hosted page to buy credits one by one',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: TopUpBody,
  response: Redirect,
  problems: checkoutProblems,
});

export const purchaseBundle = endpoint({
  ...calls.purchaseBundle,
  summary: 'A hosted page to buy a bundle of credits',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  body: z.object({ bundle_id: OfferId, ...Chosen, return_to: z.optional(ReturnTo) }),
  response: Redirect,
  problems: {
    ...checkoutProblems,
    is_free: IS_FREE,
  },
});

export const startSubscription = endpoint({
  ...calls.startSubscription,
  summary: 'End the trial now and pay the first period; `client_secret` asks for 3-D Secure',
  who: ['client'],
  rateLimit: buying,
  idempotent: true,
  response: z.object({
    /** The provider's word: active, or trialing while the bank has to confirm. */
    status: z.string(),
    /** Of the payment; only while the bank has to confirm it. */
    client_secret: z.optional(z.string()),
  }),
  problems: {
    ...PAYMENT_PROBLEMS,
    no_trial: { status: 409, detail: 'There is no trial to finish.' },
    card_declined: { status: 422, detail: 'Your card was declined.' },
  },
});

export const createPortalSession = endpoint({
  ...calls.createPortalSession,
  summary: "The provider's page for the payment method and past invoices",
  who: ['client'],
  rateLimit: buying,
  body: z.object({ returnUrl: z.string().check(z.maxLength(2000)) }),
  response: z.object({ dashboard_url: z.string() }),
  problems: {
    ...PAYMENT_PROBLEMS,
    no_subscription: NO_SUBSCRIPTION,
    wrong_return: { status: 422, detail: 'The way back has to be an address of this studio.' },
  },
});
