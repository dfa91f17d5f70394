import { isWanted } from '../../shared/notifications/rules.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Job } from '../lib/events.ts';
import { deliver } from './gateway.ts';
import type { Outgoing, Reader } from './mails/reader.ts';
import { SENDINGS } from './mails/sending.ts';
import * as queries from './queries.ts';

/** Longer than a mail server is given, shorter than the queue's own patience with a job. */
const IN_HAND = { minutes: 5 };

/**
 * Sends one mail, outside any transaction; the queue tries again when the mail server does not take it. Each mail of
 * an event goes to a recipient once, and only if they want it when it is sent. Only a crash between the server's yes
 * and our note of it can repeat a mail, then under the same Message-ID.
 */
export const sendMail: Job<Outgoing> = {
  name: 'notifications.send-mail',
  // a mail server may be away for a day
  retries: 150,
  async run(ctx, mail) {
    const { event_id: eventId, template } = mail;
    const reader = await SENDINGS[template].reader(ctx, mail);
    if (reader === null || !isWanted(template, reader.wants)) return;
    const key = { eventId, recipient: reader.email, template };
    const { now } = ctx;
    const claim = await queries.claimMail(ctx.db, key, { now, until: now.add(IN_HAND) });
    if (claim === 'sent') return;
    if (claim === 'busy') throw new Error('this mail is being sent by another process');
    try {
      await sendClaimed(ctx, key, mail, reader);
    } catch (error) {
      await queries.settleMail(ctx.db, key, null);
      throw error;
    }
  },
};

async function sendClaimed(ctx: Ctx, key: queries.MailKey, mail: Outgoing, reader: Reader): Promise<void> {
  const { eventId, recipient, template } = key;
  const draft = await SENDINGS[mail.template].write(ctx, mail, reader);
  if (draft === null) return queries.settleMail(ctx.db, key, null);
  const at = Temporal.Instant.from(mail.at);
  await deliver(ctx.settings, { ...draft, to: recipient, at, key: `${eventId} ${template} ${recipient}` });
  await queries.settleMail(ctx.db, key, ctx.now);
  ctx.log.info({ event: eventId, template }, 'mail sent');
}
