import * as z from 'zod/mini';
import { USER_STATUSES } from '../billing/rules.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Text, Zone } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const Status = z.enum(USER_STATUSES);

export const BillingAddress = z.object({
  address: Text(255),
  city: Text(255),
  company_name: Text(255),
  /** ISO 3166-1 alpha-2, or null. */
  country: z.nullable(Text(2)),
  vat_number: Text(64),
  zipcode: Text(32),
});
export type BillingAddress = z.infer<typeof BillingAddress>;

/** Mail groups a person wants (docs/product/me.md#notification-switches). */
export const NotificationSettings = z.object({
  booking: z.boolean(),
  cancellation: z.boolean(),
  files: z.boolean(),
  marketing: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** The signed-in person; balances are null for everybody but clients (docs/product/me.md#user). */
export const Me = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Whether the address is verified (docs/product/accounts.md#verified-address). */
  email_proved: z.boolean(),
  role: z.enum(['client', 'partner', 'operator', 'managed']),
  avatar: z.nullable(z.string()),
  status: z.nullable(Status),
  timezone: Zone,
  country: z.nullable(z.string()),
  provider: z.enum(['manual', 'other']),
  cohort: z.nullable(z.enum(['public', 'ondemand', 'cancelled', 'member', 'legacy'])),
  cohorts: z.object({ hasExclusivePrices: z.boolean(), isPrePivot: z.boolean() }),
  has_limitations: z.boolean(),
  sessions_left: z.nullable(z.int()),
  credits_bank: z.nullable(z.int()),
  /** Credits spent before a trial credit is; null without a trial credit. */
  credits_before_trial: z.nullable(z.int()),
  /** Dollars for one credit on demand. */
  topup_price: z.nullable(z.number()),
  /** Most sessions booked at once. */
  sessions_limit: z.int(),
  isOnboardingCompleted: z.boolean(),
  /** The version of a service update that opens by itself (docs/product/leaving.md#service-update). */
  service_update: z.nullable(z.int()),
  /** When the account is deleted, as was asked for; null: it is not (docs/product/own-data.md#taking-it-back). */
  erasure_due: z.nullable(Instant),
  billing_address: BillingAddress,
  notification_settings: NotificationSettings,
  subscription: z.object({
    concurrency: z.int(),
    currentSessions: z.int(),
    isAnnual: z.boolean(),
    legacy: z.boolean(),
    isSubscribed: z.boolean(),
    isTrial: z.boolean(),
    paymentsProvider: z.nullable(z.enum(['stripe', 'paypal'])),
    lastPaymentStatus: z.nullable(z.enum(['success', 'failed'])),
    currentPrice: z.nullable(z.string()),
    currentProduct: z.nullable(z.string()),
    subscriptionId: z.nullable(z.string()),
    planName: z.nullable(z.string()),
    /** Tier of the running plan and the most its bank holds; null without a running plan of the catalogue. */
    tierNumber: z.nullable(z.int()),
    creditsBankMax: z.nullable(z.int()),
    /** The same as `credits_bank`. */
    creditsBank: z.nullable(z.int()),
    nextBillingDate: z.nullable(Instant),
  }),
});
export type Me = z.infer<typeof Me>;

export const getMe = endpoint({
  ...calls.getMe,
  summary: 'The signed-in person with balance, status and entitlements',
  who: 'signed_in',
  response: z.object({ user: Me }),
});

const formProblems = {
  invalid: { status: 422, detail: 'Please check the form.' },
} as const;

export const updateMe = endpoint({
  ...calls.updateMe,
  summary: 'Change my profile: what is left out stays as it is',
  who: 'signed_in',
  body: z.object({
    user: z.object({
      name: z.optional(Text(2000)),
      timezone: z.optional(Zone),
      /** ISO 3166-1 alpha-2. */
      country: z.optional(z.nullable(Text(2))),
      billing_address: z.optional(z.partial(BillingAddress)),
      notification_settings: z.optional(z.partial(NotificationSettings)),
    }),
  }),
  response: z.object({ user: Me }),
  problems: {
    ...formProblems,
    not_billed: { status: 403, detail: 'Only clients have a billing address.' },
  },
});

export const updateBillingInformation = endpoint({
  ...calls.updateBillingInformation,
  summary: 'Change who is billed; the country decides the VAT',
  who: ['client'],
  body: z.object({ billing_address: z.partial(BillingAddress) }),
  response: z.object({ user: Me }),
  problems: formProblems,
});
