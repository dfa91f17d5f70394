import type { MailName } from '../../../shared/notifications/rules.ts';
import {
  admitted,
  invitedToStudio,
  passwordChanged,
  resetAsked,
  signedUp,
  signInLinkAsked,
} from '../../accounts/events.ts';
import { supportRequested } from '../../booking/events.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Ctx } from '../../lib/ctx.ts';
import type { EventKind, Handler } from '../../lib/events.ts';
import { invited, reminded } from '../../referrals/events.ts';
import { sessionHappened, type SessionHappening } from '../../sessions/events.ts';
import { sendMail } from '../jobs.ts';
import type { Outgoing } from './reader.ts';

type Named = Omit<Outgoing, 'at' | 'event_id'>;

/** Sending takes long and may fail, so an event only puts its mails on. */
function mails<P extends object>(
  on: EventKind<P>,
  name: string,
  of: (payload: P) => readonly Named[],
): Handler<P> {
  return {
    on,
    name,
    async handle(tx: Tx, payload, ctx: Ctx) {
      const { event_id } = payload;
      const at = ctx.now.toString();
      for (const mail of of(payload)) await ctx.events.enqueue(tx, sendMail, { event_id, at, ...mail });
    },
  };
}

const toPerson = (on: EventKind<{ person_id: string }>, template: MailName) =>
  mails(on, 'mail', ({ person_id }) => [{ template, about: person_id }]);

/** What is mailed about a session, and to which of its people. */
const TOLD: Readonly<Record<SessionHappening, readonly [MailName, ...('client' | 'partner')[]]>> = {
  booked: ['session-booked', 'client', 'partner'],
  moved: ['session-moved', 'client', 'partner'],
  edited: ['session-edited', 'client', 'partner'],
  cancelled: ['session-cancelled', 'client', 'partner'],
  files_sent: ['files-sent', 'partner'],
  files_requested: ['files-requested', 'client'],
  ready: ['ready-to-go', 'client'],
  delivered: ['deliverables-ready', 'client'],
};

/** Which mails follow which events (decisions 10). */
export const MAIL_HANDLERS: readonly Handler[] = [
  mails(supportRequested, 'support-mail', ({ feedback_id }) => [
    { template: 'support-requested', about: feedback_id },
  ]),
  toPerson(signedUp, 'welcome'),
  toPerson(admitted, 'admitted'),
  toPerson(resetAsked, 'reset-password'),
  mails(signInLinkAsked, 'mail', ({ person_id, next }) => [
    { template: 'sign-in-link', about: person_id, ...(next === undefined ? {} : { detail: next }) },
  ]),
  toPerson(invitedToStudio, 'choose-password'),
  toPerson(passwordChanged, 'password-changed'),
  mails(invited, 'mail', ({ invitation_id }) => [{ template: 'invitation', about: invitation_id }]),
  mails(reminded, 'mail', ({ invitation_id, at }) => [
    { template: 'invitation', about: invitation_id, detail: at },
  ]),
  mails(sessionHappened, 'mail', ({ session_id, what, detail }) => {
    const [template, ...sides] = TOLD[what];
    const more = detail === undefined ? {} : { detail };
    return sides.map((to) => ({ template, about: String(session_id), to, ...more }));
  }),
];
