import type { MailName } from '#shared/notifications/rules.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { Mail } from '../../mail/send/gateway.ts';
import type { QueuedMail } from './queued-mail.ts';
import type { Prepared } from './recipient.ts';

/** A mail without its key, address and date. */
export type Draft = Omit<Mail, 'key' | 'to' | 'at'>;

/** Finds the recipient of one kind of mail and writes its draft; null when it is no longer needed. */
export type Mailer<N extends MailName> = (ctx: Ctx, mail: QueuedMail<N>) => Promise<Prepared<Draft> | null>;
