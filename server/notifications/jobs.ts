import { supportRequested } from '../booking/events.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { Handler, Job } from '../lib/events.ts';
import { deliver } from './gateway.ts';
import * as queries from './queries.ts';
import { supportMail } from './support-mail.ts';

/** A mail to send: of which event, what it is, and the id of what it is about. */
interface Outgoing {
  readonly event_id: string;
  readonly template: keyof typeof TEMPLATES;
  readonly about: string;
}

/** What a template makes of the row that it is about; null when that is gone. */
const TEMPLATES = { 'support-requested': supportMail } as const;

/** Longer than a mail server is given, shorter than the queue's own patience with a job. */
const IN_HAND = { minutes: 5 };

/**
 * Sends one mail, outside any transaction; the queue tries again when the mail server does not take it. Each mail of
 * an event goes to a recipient once. Only a crash between the server's yes and our note of it can repeat a mail, then
 * under the same Message-ID.
 */
export const sendMail: Job<Outgoing> = {
  name: 'notifications.send-mail',
  // a mail server may be away for a day
  retries: 150,
  async run(ctx, { event_id: eventId, template, about }) {
    const mail = await TEMPLATES[template](ctx, about);
    if (mail === null) return;
    const key = { eventId, recipient: mail.to, template };
    const { now } = ctx;
    const claim = await queries.claimMail(ctx.db, key, { now, until: now.add(IN_HAND) });
    if (claim === 'sent') return;
    if (claim === 'busy') throw new Error('this mail is being sent by another process');
    await sendClaimed(ctx, key, mail);
  },
};

type Draft = NonNullable<Awaited<ReturnType<typeof supportMail>>>;

async function sendClaimed(ctx: Ctx, key: queries.MailKey, mail: Draft): Promise<void> {
  const { eventId, recipient, template } = key;
  try {
    await deliver(ctx.settings, { ...mail, key: `${eventId} ${template} ${recipient}` });
  } catch (error) {
    await queries.settleMail(ctx.db, key, null);
    throw error;
  }
  await queries.settleMail(ctx.db, key, ctx.now);
  ctx.log.info({ event: eventId, template }, 'mail sent');
}

/** Sending takes long and may fail, so the event only puts the mail on. */
export const askSupport: Handler<{ feedback_id: string }> = {
  on: supportRequested,
  name: 'support-mail',
  handle: (tx, { event_id, feedback_id }, ctx) =>
    ctx.events.enqueue(tx, sendMail, { event_id, template: 'support-requested', about: feedback_id }),
};
