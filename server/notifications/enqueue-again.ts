import type { Ctx } from '../ctx/ctx.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { sendMail } from './jobs.ts';
import { readQueuedMail, toStoredMail, type QueuedMail } from './mails/queued-mail.ts';

/** Enqueues a mail anew in the caller's transaction, as one of an event of its own. */
export async function enqueueAgain(tx: Tx, ctx: Pick<Ctx, 'events' | 'now'>, payload: object): Promise<void> {
  const mail = readQueuedMail(payload as QueuedMail);
  const { event_id: _before, at: _then, ...about } = mail;
  const again = { ...about, event_id: newId(), at: ctx.now.toString() } as QueuedMail;
  await ctx.events.enqueue(tx, sendMail, toStoredMail(again));
}
