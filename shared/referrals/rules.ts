import { isEmail, normalEmail } from '../accounts/rules.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Role } from '../lib/endpoint.ts';
import { INVITE, REMIND } from './texts.ts';

/** How an invitation goes on (part 2 section 4; decisions 9). */
export const REFERRAL_STATUSES = [
  'awaiting-to-accept',
  'accepted-signup',
  'accepted-trial',
  'waiting-for-approval',
  'reward-delivered',
  'rejected',
] as const;
export type ReferralStatus = (typeof REFERRAL_STATUSES)[number];

/** One row of the table: whatever of `from` an invitation is in, `event` leads to `to`. */
interface Transition {
  readonly from: readonly ReferralStatus[];
  readonly event: string;
  readonly to: ReferralStatus;
}

/**
 * An invitation's life, to the letter of decisions 9. The trial may be skipped; a reward comes by time or by the operator, a
 * rejection by the card, the payer or the operator. What no row names changes nothing: events may repeat and come late.
 */
export const REFERRAL_TRANSITIONS = [
  { from: ['awaiting-to-accept'], event: 'signed_up', to: 'accepted-signup' },
  { from: ['accepted-signup'], event: 'trial_started', to: 'accepted-trial' },
  { from: ['accepted-signup', 'accepted-trial'], event: 'first_paid', to: 'waiting-for-approval' },
  { from: ['waiting-for-approval'], event: 'rewarded', to: 'reward-delivered' },
  {
    from: ['accepted-signup', 'accepted-trial', 'waiting-for-approval'],
    event: 'rejected',
    to: 'rejected',
  },
] as const satisfies readonly Transition[];
export type ReferralEvent = (typeof REFERRAL_TRANSITIONS)[number]['event'];

/** The status after an event; null where the table has no row for it and nothing changes. */
export function nextReferralStatus(status: ReferralStatus, event: ReferralEvent): ReferralStatus | null {
  const row = REFERRAL_TRANSITIONS.find(
    (candidate: Transition) => candidate.event === event && candidate.from.includes(status),
  );
  return row?.to ?? null;
}

/** What each of the two earns, in credits (part 2 section 9). */
export const REFERRAL_REWARD = 5;
/** Part 2 section 5. */
export const REFERRAL_EMAIL_MAX = 255;

const LINK_LASTS = { hours: 30 * 24 };
const BETWEEN_MAILS = { hours: 24 };
const REWARD_AFTER = { hours: 3 * 24 };

/** Until when an invitation that is sent now can be accepted: 30 days (decisions 9). */
export function invitationEnds(now: Temporal.Instant): Temporal.Instant {
  return now.add(LINK_LASTS);
}

/** Who may invite: clients. Managed clients hold no credits (decisions 1), and nobody else earns any. */
export function mayInvite(role: Role): boolean {
  return role === 'client';
}

/** What is wrong with the address of somebody to invite, in words (part 2 section 5); null when it will do. */
export function inviteProblem(text: string): string | null {
  const email = normalEmail(text);
  if (email === '') return INVITE.required;
  return isEmail(email, REFERRAL_EMAIL_MAX) ? null : INVITE.badEmail;
}

/** Whether an address is one's own, whatever its case. */
export function isOwnAddress(text: string, own: string): boolean {
  return normalEmail(text) === normalEmail(own);
}

interface Sent {
  readonly status: ReferralStatus;
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
  readonly reminder_sent_at: Temporal.Instant | null;
}

/** Whether an invitation can still be accepted at `now`. */
export function isOpen({ status, expires_at }: Pick<Sent, 'status' | 'expires_at'>, now: Temporal.Instant) {
  return status === 'awaiting-to-accept' && Temporal.Instant.compare(now, expires_at) < 0;
}

/** When the next reminder may be sent: 24 hours after the invite and after the last reminder (part 2 section 2). */
export function remindableFrom({ created_at, reminder_sent_at }: Sent): Temporal.Instant {
  return (reminder_sent_at ?? created_at).add(BETWEEN_MAILS);
}

/** Whether a reminder may be sent at `now`; a refusal says why. */
export function mayRemind(sent: Sent, now: Temporal.Instant): Result<true, 'not_open' | 'too_soon'> {
  if (!isOpen(sent, now)) return fail('not_open', { detail: REMIND.notOpen });
  const early = Temporal.Instant.compare(now, remindableFrom(sent)) < 0;
  return early ? fail('too_soon', { detail: REMIND.tooSoon }) : ok(true);
}

/** The deadline in days, begun ones counted, or 'Expired' (part 2 section 9); null once somebody has accepted. */
export function deadlineInWords(
  { status, expires_at }: Pick<Sent, 'status' | 'expires_at'>,
  now: Temporal.Instant,
): string | null {
  if (status !== 'awaiting-to-accept') return null;
  if (!isOpen({ status, expires_at }, now)) return 'Expired';
  const days = Math.ceil(expires_at.since(now).total('hours') / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Whether time alone pays the reward at `now`: 3 days after the first paid invoice, unless the operator is asked (decisions 9). */
export function isRewardDue(
  paid: {
    readonly status: ReferralStatus;
    readonly first_paid_at: Temporal.Instant | null;
    readonly needs_operator: string | null;
  },
  now: Temporal.Instant,
): boolean {
  if (paid.status !== 'waiting-for-approval' || paid.first_paid_at === null) return false;
  return paid.needs_operator === null && Temporal.Instant.compare(now, rewardFrom(paid.first_paid_at)) >= 0;
}

/** When the reward for a first invoice is due. */
export function rewardFrom(firstPaid: Temporal.Instant): Temporal.Instant {
  return firstPaid.add(REWARD_AFTER);
}

/** First invoices that were paid until this instant have their reward due at `now`. */
export function rewardedIfPaidUntil(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(REWARD_AFTER);
}
