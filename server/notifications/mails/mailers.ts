import { reachesBlocked, type MailName } from '#shared/notifications/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { renderHtml } from '../../mail/templates/layout.ts';
import { renderText } from '../../mail/templates/mail-content.ts';
import * as account from './account-mails.ts';
import * as billing from './billing-mails.ts';
import * as conflicts from './conflict-mails.ts';
import * as files from './files-mails.ts';
import * as erasure from './erasure-mails.ts';
import { invitation } from './invitation-mail.ts';
import type { Draft, Mailer } from './mailer.ts';
import { slotOffered } from './offer-mail.ts';
import { newMessage } from './message-mail.ts';
import { profileApproved, profileReturned, profileSubmitted } from './profile-mails.ts';
import type { QueuedMail } from './queued-mail.ts';
import { footerOf, oneClickUrl, type Prepared, type Template } from './recipient.ts';
import * as session from './session-mails.ts';
import { supportMail } from './support-mail.ts';
import { calendarUnread } from './unread-mail.ts';

/** A template as HTML and text, with its calendar file and unsubscribe links. */
const rendered =
  <N extends MailName>(template: Template<N>): Mailer<N> =>
  async (ctx, mail) => {
    const prepared = await template(ctx, mail);
    if (prepared === null) return null;
    const { recipient, write } = prepared;
    return {
      recipient,
      async write() {
        const content = await write();
        if (content === null) return null;
        const footer = footerOf(ctx.settings, mail.template, recipient);
        const { subject, calendar, attachment } = content;
        const oneClick = oneClickUrl(ctx.settings, mail.template, recipient) ?? undefined;
        return {
          subject,
          text: renderText(content, footer),
          html: renderHtml(content, footer),
          oneClick,
          calendar,
          attachment,
        };
      },
    };
  };

/** Every mail of the product (docs/product/notifications.md#mails). */
const MAILERS: { readonly [N in MailName]: Mailer<N> } = {
  'support-requested': supportMail,
  'profile-submitted': profileSubmitted,
  'profile-approved': rendered(profileApproved),
  'profile-returned': rendered(profileReturned),
  'calendar-conflict': rendered(conflicts.calendarConflict),
  'calendar-unread': rendered(calendarUnread),
  'calendar-conflict-support': conflicts.conflictForSupport,
  welcome: rendered(account.welcome),
  admitted: rendered(account.admitted),
  'reset-password': rendered(account.resetPassword),
  'sign-in-link': rendered(account.signInLink),
  'confirm-email': rendered(account.confirmEmail),
  'choose-password': rendered(account.choosePassword),
  'password-changed': rendered(account.passwordChanged),
  'second-factor-changed': rendered(account.secondFactorChanged),
  'erasure-requested': rendered(erasure.erasureRequested),
  'confirm-erasure': rendered(erasure.confirmErasure),
  'trial-ends': rendered(account.trialEnds),
  receipt: rendered(billing.receipt),
  'payment-failed': rendered(billing.paymentFailed),
  'membership-cancelled': rendered(billing.membershipCancelled),
  'membership-ended': rendered(billing.membershipEnded),
  'trial-ends-soon': rendered(billing.trialEndsSoon),
  'trial-used': rendered(billing.trialUsed),
  'card-expires': rendered(billing.cardExpires),
  invitation: rendered(invitation),
  'session-booked': rendered(session.sessionBooked),
  'session-moved': rendered(session.sessionMoved),
  'session-edited': rendered(session.sessionEdited),
  'session-cancelled': rendered(session.sessionCancelled),
  'session-reminder': rendered(session.sessionReminder),
  'files-due': rendered(files.filesDue),
  'files-sent': rendered(files.filesSent),
  'files-requested': rendered(files.filesRequested),
  'ready-to-go': rendered(session.readyToGo),
  'deliverables-ready': rendered(files.deliverablesReady),
  'delivery-late': rendered(files.deliveryLate),
  'rating-received': rendered(session.ratingReceived),
  'new-message': rendered(newMessage),
  'slot-offered': rendered(slotOffered),
};

/** A queued mail with its recipient; null when it is no longer needed, or its reader is blocked. */
export async function prepareMail<N extends MailName>(
  ctx: Ctx,
  mail: QueuedMail<N>,
): Promise<Prepared<Draft> | null> {
  const prepared = await MAILERS[mail.template](ctx, mail);
  return prepared?.recipient.isBlocked === true && !reachesBlocked(mail.template) ? null : prepared;
}
