import type { Audited, AuditObject } from './rules-audit.ts';

/** What was done, as the console says it. */
export const AUDIT_LABELS: Readonly<Record<Audited, string>> = {
  'credits.granted': 'Credits granted',
  'credits.taken': 'Credits taken back',
  'document.changed': 'Document changed',
  'document.reset': 'Document as shipped again',
  'flag.set': 'Flag set',
  'flag.unset': 'Flag as shipped again',
  'logins.ended': 'Login sessions ended',
  'month.closed': 'Month closed',
  'password.changed': 'Password changed',
  'person.admitted': 'Let in from the waiting list',
  'person.imported': 'Member imported',
  'person.invited': 'Invited',
  'picture.added': 'Picture added',
  'picture.removed': 'Picture removed',
  'prices.synced': 'Prices changed at the provider',
  'profile.approved': 'Profile approved',
  'profile.returned': 'Profile returned',
  'rate.set': 'Rate set',
  'rating.hidden': 'Rating hidden',
  'rating.shown': 'Rating shown again',
  'refund.begun': 'Refund begun',
  'refund.made': 'Refund made',
  'refund.refused': 'Refund refused by the provider',
  'reward.approved': 'Reward approved',
  'reward.rejected': 'Reward rejected',
  'second-factor.codes-renewed': 'Recovery codes renewed',
  'second-factor.removed': 'Authenticator app removed',
  'second-factor.reset': 'Authenticator app reset',
  'second-factor.set-up': 'Authenticator app set up',
  'session.booked': 'Session booked',
  'session.cancelled': 'Session cancelled',
  'session.moved': 'Session moved',
};

/** What a change is of. */
export const AUDIT_OBJECT_LABELS: Readonly<Record<AuditObject, string>> = {
  document: 'Document',
  flag: 'Flag',
  payment: 'Payment',
  person: 'Person',
  picture: 'Picture',
  prices: 'Prices',
  referral: 'Referral',
  session: 'Session',
};
