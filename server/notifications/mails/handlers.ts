import {
  admitted,
  invitedToStudio,
  passwordChanged,
  secondFactorChanged,
  verificationRequested,
  passwordResetRequested,
  signedUp,
  loginLinkRequested,
} from '../../accounts/events.ts';
import {
  cardExpires,
  invoiceIssued,
  membershipCancelled,
  membershipEnded,
  paymentFailed,
  trialEndsSoon,
  trialUsed,
} from '../../billing/events.ts';
import { slotOffered, supportRequested } from '../../booking/events.ts';
import { profileApproved, profileReturned, profileSubmitted } from '../../catalogue/events.ts';
import { calendarUnread, conflictsFound } from '../../calendar/events.ts';
import { erasureLinkRequested, erasureRequested } from '../../privacy/events.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx, EventKind, Handler } from '../../ctx/ctx.ts';
import type { EventName, EventPayloads } from '../../ctx/event-payloads.ts';
import { invited, reminded } from '../../referrals/events.ts';
import { sessionRated } from '../../sessions/events.ts';
import { planSessionMails } from '../plan-session-mails.ts';
import { sendMail } from '../jobs.ts';
import { toStoredMail, type NewMail, type PersonMailName } from './queued-mail.ts';

/** Sending takes long and may fail, so an event only enqueues its mails. */
function mails<N extends EventName>(
  on: EventKind<N>,
  name: string,
  of: (payload: EventPayloads[N]) => readonly NewMail[],
): Handler<N> {
  return {
    on,
    name,
    async handle(tx: Tx, payload, ctx: Ctx) {
      const { event_id } = payload;
      const at = ctx.now.toString();
      for (const mail of of(payload))
        await ctx.events.enqueue(tx, sendMail, toStoredMail({ event_id, at, ...mail }));
    },
  };
}

/** Events about one person. */
type PersonEvent = {
  [N in EventName]: EventPayloads[N] extends { readonly person_id: string } ? N : never;
}[EventName];

const toPerson = <N extends PersonEvent>(
  on: EventKind<N>,
  template: Exclude<PersonMailName, 'trial-ends' | 'second-factor-changed'>,
) => mails(on, 'mail', ({ person_id }) => [{ template, about: person_id }]);

/** Which mails follow which events (docs/product/notifications.md#mails). */
export const MAIL_HANDLERS: readonly Handler[] = [
  mails(supportRequested, 'support-mail', ({ feedback_id }) => [
    { template: 'support-requested', about: feedback_id },
  ]),
  mails(profileSubmitted, 'mail', ({ person_id, version }) => [
    { template: 'profile-submitted', about: person_id, version },
  ]),
  toPerson(profileApproved, 'profile-approved'),
  toPerson(profileReturned, 'profile-returned'),
  mails(conflictsFound, 'mail', ({ person_id, at }) => [
    { template: 'calendar-conflict', about: person_id, found_at: at },
    { template: 'calendar-conflict-support', about: person_id, found_at: at },
  ]),
  mails(calendarUnread, 'mail', ({ calendar_id }) => [{ template: 'calendar-unread', about: calendar_id }]),
  toPerson(signedUp, 'welcome'),
  toPerson(admitted, 'admitted'),
  toPerson(passwordResetRequested, 'reset-password'),
  mails(loginLinkRequested, 'mail', ({ person_id, next }) => [
    { template: 'sign-in-link', about: person_id, next },
  ]),
  mails(verificationRequested, 'mail', ({ person_id, next }) => [
    { template: 'confirm-email', about: person_id, next },
  ]),
  toPerson(invitedToStudio, 'choose-password'),
  toPerson(passwordChanged, 'password-changed'),
  toPerson(erasureRequested, 'erasure-requested'),
  toPerson(erasureLinkRequested, 'confirm-erasure'),
  mails(secondFactorChanged, 'mail', ({ person_id, change }) => [
    { template: 'second-factor-changed', about: person_id, change },
  ]),
  mails(invited, 'mail', ({ invitation_id }) => [{ template: 'invitation', about: invitation_id }]),
  mails(reminded, 'mail', ({ invitation_id, at }) => [
    { template: 'invitation', about: invitation_id, reminded_at: at },
  ]),
  mails(invoiceIssued, 'mail', ({ person_id, invoice_id }) => [
    { template: 'receipt', about: person_id, invoice_id },
  ]),
  mails(paymentFailed, 'mail', ({ person_id, attempt, is_last, next_attempt_at }) => [
    { template: 'payment-failed', about: person_id, attempt, is_last, next_attempt_at },
  ]),
  mails(membershipCancelled, 'mail', ({ person_id, ends_at }) => [
    { template: 'membership-cancelled', about: person_id, ends_at },
  ]),
  mails(membershipEnded, 'mail', ({ person_id }) => [{ template: 'membership-ended', about: person_id }]),
  mails(trialEndsSoon, 'mail', ({ person_id }) => [{ template: 'trial-ends-soon', about: person_id }]),
  mails(trialUsed, 'mail', ({ person_id }) => [{ template: 'trial-used', about: person_id }]),
  mails(cardExpires, 'mail', ({ person_id, expires_at }) => [
    { template: 'card-expires', about: person_id, expires_at },
  ]),
  mails(sessionRated, 'mail', ({ session_id }) => [
    { template: 'rating-received', about: String(session_id), to: 'partner' },
  ]),
  mails(slotOffered, 'mail', ({ offer_id }) => [{ template: 'slot-offered', about: offer_id }]),
  planSessionMails,
];
