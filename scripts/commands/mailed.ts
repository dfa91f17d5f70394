import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { sendMail } from '#server/notifications/jobs.ts';
import { listOutbox } from '#server/mail/outbox/read.ts';
import { isMailSent } from '#server/operator/service.ts';
import type { StudioAccess } from './open-studio.ts';

/** How long a mail is waited for; what is not sent by then Talkback sends while it runs. */
const MAIL_MS = 15_000;

/** Sends the mail of what was just done, or sees the running Talkback send it; answers where it is. `events`: its own. */
export async function mailed(
  { ctx, queues, settings }: StudioAccess,
  mail: { readonly to: string; readonly template: string },
  events: readonly string[],
): Promise<string[]> {
  const deadline = performance.now() + MAIL_MS;
  let failure = '';
  while (!(await isMailSent(ctx, mail))) {
    await queues
      ?.drain((queue) => queue === sendMail.name || events.some((event) => queue.startsWith(`${event}/`)))
      .catch((error: unknown) => {
        failure = error instanceof Error ? error.message : String(error);
      });
    if (performance.now() > deadline || failure !== '') break;
    await wait(100);
  }
  if (!(await isMailSent(ctx, mail)))
    return [
      ...(failure === '' ? [] : [`The mail could not be sent yet: ${failure}`]),
      'Talkback sends the mail while it runs, and tries again for about a day.',
    ];
  if (settings.smtpUrl !== null) return [`The mail to ${mail.to} was sent.`];
  const { mails } = await listOutbox(settings.dataDir, { page: 0, size: 100 });
  const kept = mails.find(({ mail: { to } }) =>
    to?.some(({ address }) => address?.toLowerCase() === mail.to),
  );
  const outbox = path.join(settings.dataDir, 'outbox');
  return kept === undefined
    ? ['There is no SMTP_URL: the mail is kept in DATA_DIR/outbox of the server that runs.']
    : [`There is no SMTP_URL: the mail is kept in ${path.join(outbox, `${kept.id}.eml`)}`];
}
