import type { UnsubscribeTarget } from './rules.ts';

/** A group of mails, within a sentence. */
export const GROUP_LABELS: Readonly<Record<UnsubscribeTarget, string>> = {
  booking: 'emails about bookings, reminders and messages',
  cancellation: 'emails about cancelled sessions',
  files: 'emails about files',
  marketing: 'news from the studio',
  invitations: 'invitations to this address',
};

export const UNSUBSCRIBE = {
  title: 'Fewer emails',
  /** The group's label follows. */
  ask: 'You will get no more',
  stay: 'All other emails stay as they are. You can change this in your profile at any time.',
  stayInvited: 'We will not send you invitations again. You can still sign up.',
  button: 'STOP THESE EMAILS',
  busy: 'ONE MOMENT...',
  done: 'Done. You will get no more',
  settings: 'Choose my emails',
  broken: 'This link is not complete. Please open it again from the email.',
} as const;
