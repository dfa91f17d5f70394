import type { Ctx } from '../ctx/ctx.ts';
import { addressLine, findStored } from '../mail/outbox/read.ts';
import type { MailKey } from './queries.ts';

/** The key by which a mail is delivered: equal for every try. */
export const deliveryKey = ({ eventId, recipient, template }: MailKey): string =>
  `${eventId} ${template} ${recipient}`;

/** A mail as it was sent. */
export interface KeptMail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Their names. */
  readonly attachments: readonly string[];
}

/** A mail of the outbox (docs/product/notifications.md#outbox); null where it went to a mail server. */
export async function keptMail({ settings }: Pick<Ctx, 'settings'>, key: MailKey): Promise<KeptMail | null> {
  const stored = await findStored(settings.dataDir, deliveryKey(key));
  if (stored === null) return null;
  const { from, to, subject = '', text = '', attachments } = stored.mail;
  return {
    from: addressLine(from === undefined ? [] : [from]),
    to: addressLine(to),
    subject,
    text,
    attachments: [...new Set(attachments.map(({ filename }) => filename ?? 'a file without a name'))],
  };
}
