import type { UserStatus } from '../billing/rules.ts';

/** Labels of a status in the billing tab. */
export const STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  signup: 'No plan yet',
  trial: 'Free trial',
  subscriber: 'Member',
  pending_cancellation: 'Member until the end of the period',
  cancelled: 'Membership ended',
  ondemand: 'Credits on demand',
  'wix-user': 'Member',
};
