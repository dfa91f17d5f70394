import { fail, ok, type Result } from '#shared/lib/result.ts';
import { signsIn, wantsMail } from '#shared/notifications/rules.ts';
import { isErasedAddress } from '#shared/privacy/rules-kept.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { prepareMail } from './mails/mailers.ts';
import { readQueuedMail, type QueuedMail } from './mails/queued-mail.ts';

/** Whether the mailer would send a mail now, from what it was made from (docs/product/notifications.md#when-a-mail-is-written). */
export async function canSend(ctx: Ctx, payload: object): Promise<Result<null, 'not_needed' | 'not_wanted'>> {
  const mail = readQueuedMail(payload as QueuedMail);
  const prepared = await prepareMail(ctx, mail);
  if (prepared === null || isErasedAddress(prepared.recipient.email)) return fail('not_needed');
  if (!wantsMail(mail.template, prepared.recipient.wants)) return fail('not_wanted');
  // Writing one that signs in would make a secret, and void those before it.
  if (signsIn(mail.template)) return ok(null);
  return (await prepared.write()) === null ? fail('not_needed') : ok(null);
}
