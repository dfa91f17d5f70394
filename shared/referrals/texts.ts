import type { ReferralStatus } from './rules-status.ts';

/** Labels of the statuses (docs/product/referrals.md#referral-status). */
export const REFERRAL_LABELS: Readonly<Record<ReferralStatus, string>> = {
  'awaiting-to-accept': 'Invited',
  'accepted-signup': 'Sign Up',
  'accepted-trial': 'Trialist',
  'waiting-for-approval': 'Awaiting verification',
  'reward-delivered': 'Completed',
  rejected: 'Rejected',
};

/** Texts of inviting (docs/product/referrals.md#invitation). */
export const INVITE = {
  required: 'Email address is required',
  badEmail: 'Invalid email address',
  sent: 'Your invitation was sent!',
  failed: 'It was not possible to send your invitation.',
  yourself: 'This is your own address. Invite a friend with theirs.',
  already: 'You have already invited this address.',
} as const;

/** Texts of reminding (docs/product/referrals.md#reminder). */
export const REMIND = {
  sent: 'Invitation sent!',
  failed: 'We were unable to send your invitation.',
  tooSoon: 'You can send a reminder 24 hours after the last email.',
  notOpen: 'This invitation is no longer open.',
} as const;

/** Texts of the welcome page (docs/product/referrals.md#welcome-page). */
export const WELCOME = {
  title: 'Welcome to your new musical family!',
  firstCredit: 'Your first credit is on us.',
  signUp: 'SIGN UP',
  badLink:
    "There's a problem with your referral link. Please try again with a different link or continue to sign up.",
  used: 'This referral link has already been claimed. Please try another link or continue to sign up.',
} as const;

/** More texts of the welcome page. */
export const WELCOME_PAGE = {
  tab: 'Welcome',
  mine: 'You have used this invitation already',
  mineBody: 'Your account has come of it.',
  member: 'You have an account already. Invitations are for people who are new here.',
  toStudio: 'Go to the studio',
  both: 'Sign up and become a member, and you both earn 5 credits.',
  unasked: 'We could not check your link just now. You can still sign up.',
  questions: 'Questions and answers',
} as const;

/** Texts of the referral tab. */
export const REFERRAL_TAB = {
  header: 'Invite a friend',
  email: "Your friend's email address",
  send: 'Send invitation',
  sending: 'Sending...',
  history: 'Your invitations',
  emptyTitle: 'Nobody invited yet',
  emptyBody: 'Everyone you invite is listed here, with their progress and what you earned.',
  credits: 'Credits earned',
  deadline: 'Deadline',
  remind: 'Send reminder',
  again: 'Invite again',
} as const;
