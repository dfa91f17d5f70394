import * as z from 'zod/mini';
import { COMMENTS_MAX } from '../accounts/rules-onboarding.ts';
import { ONBOARDING } from '../accounts/texts-onboarding.ts';
import { endpoint } from '../lib/endpoint.ts';
import { perAccount } from '../lib/limits.ts';
import { characters } from '../lib/text.ts';
import { Done, Instant, Text } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { PAYMENT_PROBLEMS } from './contract-buying.ts';
import { REFUSED } from './texts-area.ts';

const leaving = [perAccount('leaving', 60, 3600)] as const;
const conflict = (detail: string) => ({ status: 409, detail }) as const;

const cancelProblems = {
  no_membership: conflict(REFUSED.no_membership),
  trial_stays: conflict(REFUSED.trial_stays),
  not_here: conflict(REFUSED.not_here),
} as const;

export const getCancellation = endpoint({
  ...calls.getCancellation,
  summary: 'What cancelling the membership means: until when all stays, and which credits end then',
  who: ['client'],
  response: z.object({
    ends_at: Instant,
    is_trial: z.boolean(),
    /** The plan that was to follow and now does not; null: none. */
    dropped_plan: z.nullable(z.string()),
    credits: z.object({
      /** They end with the membership. */
      plan: z.int(),
      bank: z.int(),
      trial: z.int(),
      /** Top-ups, bundles and all others stay. */
      kept: z.int(),
    }),
  }),
  problems: { ...cancelProblems, already_ending: conflict(REFUSED.already_ending) },
});

const cancelling = {
  who: ['client'],
  rateLimit: leaving,
  idempotent: true,
  body: z.object({
    reason: z.object({
      value: z.string().check(z.trim(), z.minLength(1, 'Please choose a reason.'), z.maxLength(64)),
      comments: z.optional(
        z.nullable(
          Text(4 * COMMENTS_MAX).check(
            z.refine((text) => characters(text.trim()) <= COMMENTS_MAX, ONBOARDING.commentsTooLong),
          ),
        ),
      ),
    }),
  }),
  response: z.object({ status: z.literal('pending_cancellation'), ends_at: Instant }),
  problems: { ...PAYMENT_PROBLEMS, ...cancelProblems },
} as const;

export const cancelSubscription = endpoint({
  ...calls.cancelSubscription,
  summary: 'Cancel the membership: all stays until the end of what is paid',
  ...cancelling,
});

export const cancelPaypalSubscription = endpoint({
  ...calls.cancelPaypalSubscription,
  summary: 'The same; only of a membership that PayPal bills',
  ...cancelling,
});

const restartProblems = {
  ...PAYMENT_PROBLEMS,
  no_membership: conflict(REFUSED.no_membership),
  restart_off: conflict(REFUSED.restart_off),
  not_here: conflict(REFUSED.not_here),
  payment_failed: conflict(REFUSED.payment_failed),
  change_pending: conflict(REFUSED.change_pending),
  just_begun: conflict(REFUSED.just_begun),
};

export const getRestart = endpoint({
  ...calls.getRestart,
  summary: 'What restarting the billing cycle costs today, and what becomes of the credits',
  who: ['client'],
  rateLimit: [perAccount('restart-preview', 300, 600)],
  response: z.object({
    net_cents: z.int(),
    vat_cents: z.int(),
    total_cents: z.int(),
    /** Less than the total where the provider holds a balance of the person. */
    due_cents: z.int(),
    /** When the new period ends. */
    next_at: Instant,
    credits: z.object({
      /** The new period's. */
      granted: z.int(),
      /** Of the plan, left now. */
      unspent: z.int(),
      /** How many of them move to the bank; the rest is lost. */
      to_bank: z.int(),
      lost: z.int(),
    }),
  }),
  problems: restartProblems,
});

export const renewSubscription = endpoint({
  ...calls.renewSubscription,
  summary: 'Resume a membership that is ending, or restart the billing cycle of a running one',
  who: ['client'],
  rateLimit: leaving,
  idempotent: true,
  body: z.object({
    /** Ours: which of the two is meant; without it the status decides. */
    what: z.optional(z.enum(['resume', 'restart'])),
    /** Ours: the total that the dialog named; another one is not charged. */
    total_cents: z.optional(z.int()),
  }),
  response: z.object({
    status: z.enum(['subscriber', 'trial']),
    /** Of a restart's payment; only while the bank has to confirm it. Until then the cycle is as it was. */
    client_secret: z.optional(z.string()),
  }),
  problems: {
    ...restartProblems,
    not_ending: conflict(REFUSED.not_ending),
    not_resumable: conflict(REFUSED.not_resumable),
    price_changed: conflict(REFUSED.price_changed),
    /** `detail` is the provider's message. */
    card_declined: { status: 422, detail: 'Your card was declined.' },
  },
});

export const markServiceUpdate = endpoint({
  ...calls.markServiceUpdate,
  summary: 'The service update of this version was shown to me',
  who: ['client'],
  body: z.object({ version: z.int().check(z.minimum(0), z.maximum(1_000_000)) }),
  response: Done,
});
