import { isOpen } from '../../shared/referrals/rules.ts';
import type { Handler } from '../lib/events.ts';
import { invited, mailAsked, reminded } from './events.ts';
import * as queries from './queries.ts';

/** Lets an invitation's mail go out, unless its address has an account by now or it is no longer open (decisions 9). */
export const sendInvitation: Handler<{ invitation_id: string; reminded_at: string | null }> = {
  on: mailAsked,
  name: 'send-invitation',
  async handle(tx, { invitation_id, reminded_at }, ctx) {
    const found = await queries.toMail(tx, invitation_id);
    if (found === undefined || found.has_account || !isOpen(found, ctx.now)) return;
    if (reminded_at === null) await ctx.events.emit(tx, invited, { invitation_id });
    else await ctx.events.emit(tx, reminded, { invitation_id, at: reminded_at });
  },
};
