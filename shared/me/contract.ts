import * as z from 'zod/mini';
import { USER_STATUSES } from '../billing/rules.ts';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, Zone } from '../lib/wire.ts';

export const Status = z.enum(USER_STATUSES);

/** The "user" of part 1 section 3, as far as the studio holds it today; balances of clients, null for everyone else. */
export const Me = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
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
  subscription: z.object({
    concurrency: z.int(),
    currentSessions: z.int(),
    isAnnual: z.boolean(),
    legacy: z.boolean(),
    planName: z.nullable(z.string()),
    nextBillingDate: z.nullable(Instant),
  }),
});
export type Me = z.infer<typeof Me>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  summary: 'The signed-in person with balance, status and entitlements',
  who: 'signed_in',
  answer: z.object({ user: Me }),
});
