import type { UserStatus } from '../billing/rules.ts';
import type { Role } from '../lib/endpoint.ts';
import type { AccountState } from './rules-people.ts';

/** Roles, as the console says them. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  client: 'Client',
  managed: 'Managed client',
  partner: 'Musician',
  operator: 'Operator',
};

/** How far an account is. */
export const ACCOUNT_LABELS: Readonly<Record<AccountState, string>> = {
  open: 'Open',
  invited: 'Invited',
  waiting: 'On the waiting list',
};

/** Statuses of a membership, each told from the others. */
export const MEMBERSHIP_LABELS: Readonly<Record<UserStatus, string>> = {
  signup: 'No plan yet',
  trial: 'Free trial',
  subscriber: 'Member',
  pending_cancellation: 'Member, cancelling',
  cancelled: 'Membership ended',
  ondemand: 'Credits on demand',
  'wix-user': 'Imported member',
};
