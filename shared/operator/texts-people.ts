import type { UserStatus } from '../billing/rules.ts';
import type { LotSource } from '../credits/rules.ts';
import type { Role } from '../lib/endpoint.ts';
import type { SessionStatus } from '../sessions/rules-status.ts';
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
  blocked: 'Blocked',
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

/** Where credits come from. */
export const SOURCE_LABELS: Readonly<Record<LotSource, string>> = {
  plan: 'Plan',
  rollover: 'Credits bank',
  'top-up': 'Top-ups',
  bundle: 'Bundles',
  trial: 'Trial',
  referral: 'Referrals',
  operator: 'From the studio',
  refund: 'Refunds',
};

/** Statuses of a session, for neither side. */
export const SESSION_LABELS: Readonly<Record<SessionStatus, string>> = {
  client_files_upload_required: 'Waiting for files',
  client_files_pending_review: 'Files under review',
  client_files_update_required: 'Waiting for other files',
  partner_ready_to_go: 'Ready to go',
  partner_upload_required: 'To be delivered',
  partner_deliverables_ready: 'Delivered',
  cancelled: 'Cancelled',
};

/** "1 credit", "12 credits". */
export const creditsText = (credits: number): string => `${credits} ${credits === 1 ? 'credit' : 'credits'}`;
