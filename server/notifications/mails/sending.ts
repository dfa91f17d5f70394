import type { MailName } from '../../../shared/notifications/rules.ts';
import type { Ctx } from '../../lib/ctx.ts';
import type { Mail } from '../gateway.ts';
import { supportMail } from '../support-mail.ts';
import * as account from './account.ts';
import * as booking from './booking.ts';
import { deliverablesReady, filesSent } from './delivery.ts';
import { invitation } from './invitation.ts';
import { asText } from './letter.ts';
import { newMessage } from './message.ts';
import { footOf, oneClickUrl, type Outgoing, type Reader, type Template } from './reader.ts';

/** A mail but for its key, its address and its date. */
export type Draft = Omit<Mail, 'key' | 'to' | 'at'>;

/** How a mail is sent: to whom, and what; null where there is nothing to send any more. */
export interface Sending {
  readonly reader: (ctx: Ctx, mail: Outgoing) => Promise<Reader | null>;
  /** May make a secret: called once the mail is in hand. */
  readonly write: (ctx: Ctx, mail: Outgoing, reader: Reader) => Promise<Draft | null>;
}

/** A letter as HTML and text, with its calendar and the ways to get no more of its kind. */
const written = (template: Template): Sending => ({
  reader: template.reader,
  async write(ctx, mail, reader) {
    const letter = await template.letter(ctx, mail, reader);
    if (letter === null) return null;
    const foot = footOf(ctx.settings, mail.template, reader);
    const oneClick = oneClickUrl(ctx.settings, mail.template, reader);
    // React is loaded by whoever sends a mail, not by every start.
    const { asHtml } = await import('./layout.ts');
    return {
      subject: letter.subject,
      text: asText(letter, foot),
      html: await asHtml(letter, foot),
      ...(oneClick === null ? {} : { oneClick }),
      ...(letter.calendar === undefined ? {} : { calendar: letter.calendar }),
    };
  },
});

/** Every mail of the product (decisions 10). What belongs to money comes with it. */
export const SENDINGS: Readonly<Record<MailName, Sending>> = {
  'support-requested': supportMail,
  welcome: written(account.welcome),
  admitted: written(account.admitted),
  'reset-password': written(account.resetPassword),
  'sign-in-link': written(account.signInLink),
  'choose-password': written(account.choosePassword),
  'password-changed': written(account.passwordChanged),
  'trial-ends': written(account.trialEnds),
  invitation: written(invitation),
  'session-booked': written(booking.sessionBooked),
  'session-moved': written(booking.sessionMoved),
  'session-edited': written(booking.sessionEdited),
  'session-cancelled': written(booking.sessionCancelled),
  'session-reminder': written(booking.sessionReminder),
  'files-due': written(booking.filesDue),
  'files-sent': written(filesSent),
  'files-requested': written(booking.filesRequested),
  'ready-to-go': written(booking.readyToGo),
  'deliverables-ready': written(deliverablesReady),
  'new-message': written(newMessage),
};
