import { isErasedAddress } from '#shared/privacy/rules-kept.ts';
import { wantsMail } from '#shared/notifications/rules.ts';
import type { Ctx } from '../ctx/ctx.ts';
import type { Job } from '../ctx/ctx.ts';
import { firstLine } from '../lib/start-error.ts';
import { deliver } from '../mail/send/gateway.ts';
import { deliveryKey } from './kept-mail.ts';
import { prepareMail } from './mails/mailers.ts';
import type { Draft } from './mails/mailer.ts';
import { readQueuedMail, type QueuedMail } from './mails/queued-mail.ts';
import type { Prepared } from './mails/recipient.ts';
import * as queries from './queries.ts';

/** Longer than the timeout of a mail server, shorter than that of the job. */
const CLAIM_LENGTH = { minutes: 5 };
/** Of what the log notes of a failure, in characters. */
const FAILURE_MAX = 300;

/** Sends one mail outside any transaction, once per event and recipient (docs/product/notifications.md#sending). */
export const sendMail: Job<QueuedMail> = {
  name: 'notifications.send-mail',
  // A mail server may be down for a day.
  retries: 150,
  givesWay: true,
  async run(ctx, stored) {
    const mail = readQueuedMail(stored);
    const { event_id: eventId, template } = mail;
    const prepared = await prepareMail(ctx, mail);
    if (prepared === null) return;
    const { recipient } = prepared;
    if (isErasedAddress(recipient.email)) return;
    if (!wantsMail(template, recipient.wants)) return;
    const key = { eventId, recipient: recipient.email, template };
    const { now } = ctx;
    const noted = {
      ...key,
      personId: recipient.personId,
      queuedAt: Temporal.Instant.from(mail.at),
      payload: mail,
      sessionId: await sessionOf(ctx.db, mail),
    };
    const claim = await queries.claimMail(ctx.db, noted, { now, until: now.add(CLAIM_LENGTH) });
    if (claim === 'sent') return;
    if (claim === 'busy') throw new Error('this mail is being sent by another process');
    try {
      await sendClaimed(ctx, key, mail, prepared);
    } catch (error) {
      await queries.endClaim(ctx.db, key, { failure: firstLine(error).slice(0, FAILURE_MAX) });
      throw error;
    }
  },
};

/** The session that a mail is about, for its page in the console; null: none. */
async function sessionOf(db: Ctx['db'], mail: QueuedMail): Promise<number | null> {
  if (mail.template === 'new-message') return queries.sessionOfMessage(db, mail.about);
  return 'to' in mail ? Number(mail.about) : null;
}

async function sendClaimed(
  ctx: Ctx,
  key: queries.MailKey,
  mail: QueuedMail,
  prepared: Prepared<Draft>,
): Promise<void> {
  const { eventId, recipient, template } = key;
  const draft = await prepared.write();
  if (draft === null) return queries.endClaim(ctx.db, key, {});
  const at = Temporal.Instant.from(mail.at);
  await deliver(ctx.settings, { ...draft, to: recipient, at, key: deliveryKey(key) });
  await queries.endClaim(ctx.db, key, { sentAt: ctx.now });
  ctx.log.info({ event: eventId, template }, 'mail sent');
}
