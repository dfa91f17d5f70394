import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Instant, paging, Text, Total } from '../lib/wire.ts';
import { REFERRAL_STATUSES } from './rules.ts';
import { INVITE, REMIND, WELCOME } from './texts.ts';

/** A row of the inviter's history (part 2 section 3). */
export const Referral = z.object({
  id: Id,
  email: z.string(),
  status: z.enum(REFERRAL_STATUSES),
  credits_earned: z.int(),
  /** Until when the link can be used; shown in days, or 'Expired'. */
  deadline: Instant,
  reminder_sent_at: z.nullable(Instant),
  createdAt: Instant,
});
export type Referral = z.infer<typeof Referral>;

export const invite = endpoint({
  method: 'POST',
  path: '/api/v2/referral',
  summary: 'Invite a friend by e-mail',
  who: ['client'],
  idempotent: true,
  status: 201,
  body: z.object({ email: Text(2000) }),
  answer: z.object({ referral: Referral }),
  problems: {
    invalid: { status: 422, detail: INVITE.badEmail },
    yourself: { status: 422, detail: INVITE.yourself },
    invited_already: { status: 409, detail: INVITE.already },
  },
});

export const listReferrals = endpoint({
  method: 'GET',
  path: '/api/v2/referral',
  summary: 'Whom I invited, newest first',
  who: ['client'],
  query: z.object(paging()),
  answer: z.object({ referrals: z.array(Referral), total: Total }),
});

export const remind = endpoint({
  method: 'POST',
  path: '/api/v2/referral/snooze',
  summary: 'Send an invitation again, 24 hours after it was sent or last sent',
  who: ['client'],
  idempotent: true,
  body: z.object({ referral_id: Id }),
  answer: z.object({ referral: Referral }),
  problems: {
    not_found: { status: 404, detail: 'We could not find this invitation.' },
    too_soon: { status: 409, detail: REMIND.tooSoon },
    not_open: { status: 409, detail: REMIND.notOpen },
  },
});

/** A code that nobody knows answers 404; the screen shows the first referral text of part 1, for a used one the second. */
export const checkCode = endpoint({
  method: 'POST',
  path: '/api/v2/referral/check_code',
  summary: 'What a referral code is worth: who was invited, and whether it is used',
  who: 'anyone',
  body: z.object({ code: Text(128) }),
  answer: z.object({ isUsed: z.boolean(), email: z.string(), name: z.string() }),
  problems: {
    not_found: { status: 404, detail: WELCOME.badLink },
  },
});
