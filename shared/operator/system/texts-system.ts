import type { MailName } from '../../notifications/rules.ts';
import type { MailState, StoredKind, WebhookState } from './rules-system.ts';

/** How far a mail is. */
export const MAIL_STATE_LABELS: Readonly<Record<MailState, string>> = {
  sent: 'Sent',
  sending: 'Being sent',
  failed: 'Failed',
  not_needed: 'Not needed any more',
};

/** Mails by what they say. */
export const MAIL_LABELS: Readonly<Record<MailName, string>> = {
  'support-requested': 'Support was asked for',
  'profile-submitted': 'Profile waits for approval',
  'profile-approved': 'Profile approved',
  'profile-returned': 'Profile returned',
  'calendar-conflict-support': 'Calendar conflict, to support',
  welcome: 'Welcome',
  admitted: 'Let in from the waiting list',
  'reset-password': 'Reset the password',
  'sign-in-link': 'Link to sign in',
  'confirm-email': 'Confirm the address',
  'choose-password': 'Choose a password',
  'password-changed': 'Password changed',
  'erasure-requested': 'Account to be deleted',
  'confirm-erasure': 'Confirm a deletion',
  'second-factor-changed': 'Second factor changed',
  'trial-ends': 'Trial ends, without a card',
  receipt: 'Receipt',
  'payment-failed': 'Payment failed',
  'membership-cancelled': 'Membership cancelled',
  'membership-ended': 'Membership ended',
  'trial-ends-soon': 'Trial ends, with a card',
  'trial-used': 'Trial was used before',
  'card-expires': 'Card expires',
  invitation: 'Invitation of a friend',
  'session-booked': 'Session booked',
  'session-moved': 'Session moved',
  'session-edited': 'Session changed',
  'session-cancelled': 'Session cancelled',
  'session-reminder': 'Reminder of a session',
  'files-due': 'Files are due',
  'files-sent': 'Files sent',
  'files-requested': 'Files asked for',
  'ready-to-go': 'Ready to go',
  'deliverables-ready': 'Delivered',
  'delivery-late': 'Delivery is late',
  'rating-received': 'Rating received',
  'slot-offered': 'Time offered from the waiting list',
  'calendar-conflict': 'Calendar conflict',
  'calendar-unread': 'Calendar cannot be read',
  'new-message': 'New message',
};

/** How far a webhook is. */
export const WEBHOOK_STATE_LABELS: Readonly<Record<WebhookState, string>> = {
  handled: 'Handled',
  waiting: 'Waiting',
};

export const PROVIDER_LABELS: Readonly<Record<'stripe' | 'paypal', string>> = {
  stripe: 'Stripe',
  paypal: 'PayPal',
};

/** What is stored, by kind. */
export const STORED_LABELS: Readonly<Record<StoredKind, string>> = {
  user: "Clients' files",
  output: 'Deliverables',
  samples: 'Samples and previews',
  pictures: 'Pictures',
  orphans: 'Without a record',
};
