import type { ReferralStatus } from './rules.ts';

/** The labels of part 2 section 4; for the first status it shows none, so that one is ours. */
export const REFERRAL_LABELS: Readonly<Record<ReferralStatus, string>> = {
  'awaiting-to-accept': 'Invited',
  'accepted-signup': 'Sign Up',
  'accepted-trial': 'Trialist',
  'waiting-for-approval': 'Awaiting verification',
  'reward-delivered': 'Completed',
  rejected: 'Rejected',
};

/** Inviting: part 2 sections 5 and 8; the two refusals are ours (decisions 9). */
export const INVITE = {
  required: 'Email address is required',
  badEmail: 'Invalid email address',
  sent: 'Your invitation was sent!',
  failed: 'It was not possible to send your invitation.',
  yourself: 'This is your own address. Invite a friend with theirs.',
  already: 'You have already invited this address.',
} as const;

/** Reminding: part 2 section 8; the reasons are ours. */
export const REMIND = {
  sent: 'Invitation sent!',
  failed: 'We were unable to send your invitation.',
  tooSoon: 'A reminder can be sent 24 hours after the last mail.',
  notOpen: 'This invitation is not open any more.',
} as const;

/** The welcome page (part 1 "Referral welcome page"). */
export const WELCOME = {
  title: 'Welcome to your new musical family!',
  firstCredit: 'Your first credit is on us.',
  signUp: 'SIGN UP',
  badLink:
    "There's a problem with your referral link. Please try again with a different link or continue to sign up.",
  used: 'This referral link has already been claimed. Please try another link or continue to sign up.',
} as const;

/** What the welcome page says beside that; ours. */
export const WELCOME_OURS = {
  tab: 'Welcome',
  both: 'Sign up and become a member, and you both earn 5 credits.',
  unasked: 'We could not check your link just now. You can sign up all the same.',
  questions: 'Questions and answers',
} as const;

/** The referral tab; ours but for what part 2 section 2 names. */
export const REFERRAL_TAB = {
  header: 'Invite a friend',
  email: "Your friend's email address",
  send: 'Send invitation',
  sending: 'Sending...',
  history: 'Your invitations',
  emptyTitle: 'Nobody invited yet',
  emptyBody: 'Everybody you invite is listed here, with where they stand and what you earned.',
  credits: 'Credits earned',
  deadline: 'Deadline',
  remind: 'Send reminder',
  again: 'Invite again',
} as const;
