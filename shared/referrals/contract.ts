import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAddress, perPerson } from '../lib/limits.ts';
import { Id, Instant, paging, Text, Total } from '../lib/wire.ts';
import * as calls from './calls.ts';
import { REFERRAL_STATUSES } from './rules-status.ts';
import { INVITE, REMIND, WELCOME } from './texts.ts';

/** A row of the inviter's history (docs/product/referrals.md#history). */
export const Referral = z.object({
  id: Id,
  email: z.string(),
  status: z.enum(REFERRAL_STATUSES),
  credits_earned: z.int(),
  /** When the link stops working; shown in days, or 'Expired'. */
  deadline: Instant,
  reminder_sent_at: z.nullable(Instant),
  createdAt: Instant,
});
export type Referral = z.infer<typeof Referral>;

export const invite = endpoint({
  ...calls.invite,
  summary: 'Invite a friend by e-mail',
  who: ['client'],
  rateLimit: [perAddress('referrals', 120, 3600), perPerson('invitation')],
  idempotent: true,
  status: 201,
  body: z.object({ email: Text(2000) }),
  response: z.object({ referral: Referral }),
  problems: {
    invalid: { status: 422, detail: INVITE.badEmail },
    yourself: { status: 422, detail: INVITE.yourself },
    invited_already: { status: 409, detail: INVITE.already },
  },
});

export const listReferrals = endpoint({
  ...calls.listReferrals,
  summary: 'Whom I invited, newest first',
  who: ['client'],
  query: z.object(paging()),
  response: z.object({ referrals: z.array(Referral), total: Total }),
});

export const remind = endpoint({
  ...calls.remind,
  summary: 'Send an invitation again, 24 hours after it was sent or last sent',
  who: ['client'],
  rateLimit: [perAddress('referrals', 120, 3600), perPerson('invitation')],
  idempotent: true,
  body: z.object({ referral_id: Id }),
  response: z.object({ referral: Referral }),
  problems: {
    not_found: { status: 404, detail: 'We could not find this invitation.' },
    too_soon: { status: 409, detail: REMIND.tooSoon },
    not_open: { status: 409, detail: REMIND.notOpen },
  },
});

/** docs/product/referrals.md#referral-code */
export const checkCode = endpoint({
  ...calls.checkCode,
  summary: 'What a referral code is worth: who was invited, and whether it is used',
  who: 'anyone',
  rateLimit: [perAddress('referral-codes', 60, 300)],
  body: z.object({ code: Text(128) }),
  response: z.object({
    isUsed: z.boolean(),
    email: z.string(),
    name: z.string(),
    /** Whether the signed-in caller used it. */
    mine: z.boolean(),
  }),
  problems: {
    not_found: { status: 404, detail: WELCOME.badLink },
  },
});
