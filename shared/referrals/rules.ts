import { isEmail, normalizeEmail } from '../accounts/rules.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Role } from '../lib/endpoint.ts';
import type { ReferralStatus } from './rules-status.ts';
import { INVITE, REMIND } from './texts.ts';

/** One row of the table: in any status of `from`, `event` leads to `to`. */
interface Transition {
  readonly from: readonly ReferralStatus[];
  readonly event: string;
  readonly to: ReferralStatus;
}

/**
 * Status table of an invitation. What no row names changes nothing: events may repeat and come late
 * (docs/product/referrals.md#referral-status).
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

/** The status after an event; null if nothing changes. */
export function nextReferralStatus(status: ReferralStatus, event: ReferralEvent): ReferralStatus | null {
  const row = REFERRAL_TRANSITIONS.find(
    (candidate: Transition) => candidate.event === event && candidate.from.includes(status),
  );
  return row?.to ?? null;
}

/** Credits that each of the two earns (docs/product/referrals.md#reward). */
export const REFERRAL_REWARD = 5;
/** Longest address of an invitation (docs/product/referrals.md#invitation). */
export const REFERRAL_EMAIL_MAX = 255;

const LINK_LIFETIME = { hours: 30 * 24 };
const REMINDER_INTERVAL = { hours: 24 };
const REWARD_DELAY = { hours: 3 * 24 };

/** End of an invitation sent now: 30 days (docs/product/referrals.md#invitation). */
export function invitationEnds(now: Temporal.Instant): Temporal.Instant {
  return now.add(LINK_LIFETIME);
}

/** The last and the first UTC offset: a day ends last at -12:00 and begins first at +14:00. */
const LAST_OFFSET = '-12:00';
const FIRST_OFFSET = '+14:00';

/** Deadline as text that holds in every time zone (docs/product/referrals.md#invitation-mails). */
export function deadlineAnywhere(expires: Temporal.Instant, now: Temporal.Instant): string {
  const last = expires.toZonedDateTimeISO(LAST_OFFSET).toPlainDate().subtract({ days: 1 });
  const today = now.toZonedDateTimeISO(FIRST_OFFSET).toPlainDate();
  if (Temporal.PlainDate.compare(last, today) < 0) return 'The invitation ends soon, so please use it today.';
  const words = last.toLocaleString('en-US', { dateStyle: 'long' });
  return `The invitation is open through ${words}, wherever you are.`;
}

/**
 * Whether a role may invite (docs/product/referrals.md#who-may-invite).
 * @planned
 */
export function mayInvite(role: Role): boolean {
  return role === 'client';
}

/** Error message for an address to invite; null if it is valid (docs/product/referrals.md#invitation). */
export function inviteProblem(text: string): string | null {
  const email = normalizeEmail(text);
  if (email === '') return INVITE.required;
  return isEmail(email, REFERRAL_EMAIL_MAX) ? null : INVITE.badEmail;
}

/** Whether an address is the inviter's own, ignoring case. */
export function isOwnAddress(text: string, ownEmail: string): boolean {
  return normalizeEmail(text) === normalizeEmail(ownEmail);
}

interface Sent {
  readonly status: ReferralStatus;
  readonly created_at: Temporal.Instant;
  readonly expires_at: Temporal.Instant;
  readonly reminder_sent_at: Temporal.Instant | null;
}

/** Whether an invitation can be accepted at `now`. */
export function isOpen({ status, expires_at }: Pick<Sent, 'status' | 'expires_at'>, now: Temporal.Instant) {
  return status === 'awaiting-to-accept' && Temporal.Instant.compare(now, expires_at) < 0;
}

/** Earliest time of the next reminder: 24 hours after the last mail (docs/product/referrals.md#reminder). */
export function remindableFrom({ created_at, reminder_sent_at }: Sent): Temporal.Instant {
  return (reminder_sent_at ?? created_at).add(REMINDER_INTERVAL);
}

/**
 * Whether a reminder may be sent at `now`; errors `not_open`, `too_soon`
 * (docs/product/referrals.md#reminder).
 */
export function mayRemind(sent: Sent, now: Temporal.Instant): Result<true, 'not_open' | 'too_soon'> {
  if (!isOpen(sent, now)) return fail('not_open', { detail: REMIND.notOpen });
  const early = Temporal.Instant.compare(now, remindableFrom(sent)) < 0;
  return early ? fail('too_soon', { detail: REMIND.tooSoon }) : ok(true);
}

/** Deadline in days, rounded up, or 'Expired'; null once accepted (docs/product/referrals.md#history). */
export function deadlineInWords(
  { status, expires_at }: Pick<Sent, 'status' | 'expires_at'>,
  now: Temporal.Instant,
): string | null {
  if (status !== 'awaiting-to-accept') return null;
  if (!isOpen({ status, expires_at }, now)) return 'Expired';
  const days = Math.ceil(expires_at.since(now).total('hours') / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

/** Whether the reward is due at `now` without the operator (docs/product/referrals.md#reward). */
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

/** When the reward of a first invoice is due. */
export function rewardFrom(firstPaid: Temporal.Instant): Temporal.Instant {
  return firstPaid.add(REWARD_DELAY);
}

/** Latest payment time of first invoices whose reward is due at `now`. */
export function rewardedIfPaidUntil(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(REWARD_DELAY);
}
