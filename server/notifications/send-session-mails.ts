import { changeMail, NEWS_MAILS } from '#shared/notifications/rules-changes.ts';
import { ok } from '#shared/lib/result.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Job } from '../ctx/ctx.ts';
import { newId } from '../lib/ids.ts';
import { sendMail } from './jobs.ts';
import { toStoredMail, type NewMail } from './mails/queued-mail.ts';
import * as queries from './queries-changes.ts';

/** Changes taken in one transaction; the rest follows in the same run. */
const BATCH = 200;

/** Sends the session mails that are due, each minute and when something is urgent. */
export const sendSessionMails: Job = {
  name: 'notifications.session-mails',
  cron: '* * * * *',
  async run(ctx) {
    for (let more = true; more;) {
      const { value } = await transaction(ctx, async (tx) => {
        const due = await queries.takeDue(tx, ctx.now, BATCH);
        for (const row of due) {
          const mail = await mailOf(tx, row);
          const [event_id, at] = [newId(), ctx.now.toString()];
          if (mail !== null) await ctx.events.enqueue(tx, sendMail, toStoredMail({ ...mail, event_id, at }));
        }
        return ok(due.length);
      });
      more = value === BATCH;
    }
  },
};

type Row = Awaited<ReturnType<typeof queries.takeDue>>[number];

/** The mail about the session's current state; null when none is needed any more. */
async function mailOf(tx: Tx, row: Row): Promise<NewMail | null> {
  const about = { about: String(row.session_id), to: row.side };
  if (row.kind !== 'change') {
    const [template] = NEWS_MAILS[row.kind];
    if (template === 'files-requested')
      return { template, ...about, feedback_id: row.feedback_id ?? undefined };
    return { template, ...about };
  }
  const session = await queries.sessionOfMail(tx, row.session_id);
  if (session === undefined) return null;
  const { starts_at, phase, calendar_sequence } = session;
  const { known_start, edited } = row;
  const template = changeMail({ isCancelled: phase === 'cancelled', starts_at, known_start, edited });
  if (template === null) return null;
  if (template === 'session-edited') return { template, ...about, calendar_sequence };
  return { template, ...about, known_start: known_start?.toString() };
}
