import type { UserStatus } from '../billing/rules.ts';

/** A status as a client reads it in the billing area. */
export const STATUS_WORDS: Readonly<Record<UserStatus, string>> = {
  signup: 'No plan yet',
  trial: 'Free trial',
  subscriber: 'Member',
  pending_cancellation: 'Member until the end of the period',
  cancelled: 'Membership ended',
  ondemand: 'Credits on demand',
  'wix-user': 'Member',
};
