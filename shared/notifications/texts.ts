import type { Switchable } from './rules.ts';

/** A group of mails as its reader thinks of it, in the middle of a sentence. */
export const GROUP_WORDS: Readonly<Record<Switchable, string>> = {
  booking: 'mails about bookings, reminders and messages',
  cancellation: 'mails about cancelled sessions',
  files: 'mails about files',
  marketing: 'news from the studio',
  invitations: 'invitations to this address',
};

export const UNSUBSCRIBE = {
  title: 'Fewer mails',
  /** With the group's words after it. */
  ask: 'You will get no more',
  stay: 'All other mails stay as they are. You can change this in your profile at any time.',
  stayInvited: 'Nobody can have us write to you again. Signing up stays possible.',
  button: 'STOP THESE MAILS',
  busy: 'ONE MOMENT...',
  done: 'Done. You will get no more',
  settings: 'Choose my mails',
  broken: 'This link is not complete. Please open it again from the mail.',
} as const;
