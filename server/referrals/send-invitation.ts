import { mailboxOf } from '#shared/accounts/rules-mailbox.ts';
import { isOpen } from '#shared/referrals/rules.ts';
import type { Handler } from '../ctx/ctx.ts';
import { isWithin } from '../db/rate.ts';
import { invited, mailRequested, reminded } from './events.ts';
import * as queries from './queries.ts';

/** Invitations and reminders that a mailbox gets in a day (docs/product/security.md#mailbox). */
const MAX_PER_MAILBOX = 3;
const DAY_SECONDS = 86_400;

/** Decides whether an invitation's mail goes out (docs/product/referrals.md#invitation-mails). */
export const sendInvitation: Handler<'referrals.mail-asked'> = {
  on: mailRequested,
  name: 'send-invitation',
  async handle(tx, { invitation_id, reminded_at }, ctx) {
    const row = await queries.invitationForMail(tx, invitation_id);
    if (row === undefined || row.has_account || !isOpen(row, ctx.now)) return;
    const mailbox = `invitation:mailbox:${mailboxOf(row.email)}`;
    if (!(await isWithin(tx, ctx.now, mailbox, MAX_PER_MAILBOX, DAY_SECONDS))) return;
    if (reminded_at === null) await ctx.events.emit(tx, invited, { invitation_id });
    else await ctx.events.emit(tx, reminded, { invitation_id, at: reminded_at });
  },
};
