import { mailboxOf } from '../../shared/accounts/rules-mailbox.ts';
import { isOpen } from '../../shared/referrals/rules.ts';
import type { Handler } from '../lib/events.ts';
import { isWithin } from '../lib/rate.ts';
import { invited, mailAsked, reminded } from './events.ts';
import * as queries from './queries.ts';

/** Invitations and reminders that a mailbox gets in a day, whoever and however many ask: it belongs to no customer of ours. */
const OF_MAILBOX = 3;
const DAY_SECONDS = 86_400;

/** Lets an invitation's mail go out, unless its address has an account by now, it is no longer open (decisions 9) or its mailbox has had its share. */
export const sendInvitation: Handler<{ invitation_id: string; reminded_at: string | null }> = {
  on: mailAsked,
  name: 'send-invitation',
  async handle(tx, { invitation_id, reminded_at }, ctx) {
    const found = await queries.toMail(tx, invitation_id);
    if (found === undefined || found.has_account || !isOpen(found, ctx.now)) return;
    const mailbox = `invitation:mailbox:${mailboxOf(found.email)}`;
    if (!(await isWithin(tx, ctx.now, mailbox, OF_MAILBOX, DAY_SECONDS))) return;
    if (reminded_at === null) await ctx.events.emit(tx, invited, { invitation_id });
    else await ctx.events.emit(tx, reminded, { invitation_id, at: reminded_at });
  },
};
