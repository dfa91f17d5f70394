import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { signsIn } from '#shared/notifications/rules.ts';
import type * as contract from '#shared/operator/system/contract-mails.ts';
import { isJustSentAgain, mailState, SYSTEM_PAGE } from '#shared/operator/system/rules-system.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import { canSend, enqueueAgain, keptMail, SEND_MAIL } from '../../notifications/service.ts';
import * as queries from './queries-mails.ts';

type Listed = ResponseOf<typeof contract.listMails>;

/** A page of the mails, the last enqueued first (docs/product/operator.md#mails). */
export async function listMails(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  { query }: InputOf<typeof contract.listMails>,
): Promise<Result<Listed, never>> {
  const [rows, person] = await Promise.all([
    queries.mails(db, query, SYSTEM_PAGE + 1),
    query.person === undefined ? undefined : queries.personName(db, query.person),
  ]);
  const isKept = settings.smtpUrl === null;
  const mails = rows.slice(0, SYSTEM_PAGE).map((row) => toMail(row, isKept));
  const next = rows.length > SYSTEM_PAGE ? (mails.at(-1)?.id ?? null) : null;
  return ok({ mails, next, person: person ?? null });
}

function toMail(row: queries.MailRow, isKept: boolean): Listed['mails'][number] {
  const { id, template, recipient, failure, queued_at, sent_at, sent_again_at, person_id, person_name } = row;
  const state = mailState(row);
  return {
    id,
    template,
    recipient,
    failure: state === 'failed' ? failure : null,
    state,
    // As the migration set it for those of which nothing is known.
    queued_at: queued_at.epochMilliseconds === 0 ? null : queued_at.toString(),
    sent_at: sent_at?.toString() ?? null,
    sent_again_at: sent_again_at?.toString() ?? null,
    person: person_id === null ? null : { id: person_id, name: person_name ?? '' },
    is_readable: isKept && state === 'sent' && !signsIn(template),
  };
}

const keyOf = ({
  event_id,
  recipient,
  template,
}: {
  event_id: string;
  recipient: string;
  template: string;
}) => ({
  eventId: event_id,
  recipient,
  template,
});

const objectOf = (id: string, personId: string | null) => ({
  object: { kind: 'mail', id } as const,
  ...(personId !== null && { personId }),
});

/**
 * A mail as it was sent, where it is kept; whoever reads one is in the audit log
 * (docs/product/operator.md#reading-a-mail). Errors: `not_found`, `signs_in`, `not_kept`.
 */
export async function readMail(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.readMail>,
): Promise<Result<ResponseOf<typeof contract.readMail>, ProblemOf<typeof contract.readMail>>> {
  const mail = await queries.mailById(ctx.db, id);
  if (mail === undefined) return fail('not_found');
  if (signsIn(mail.template)) return fail('signs_in');
  const kept = mail.sent_at === null ? null : await keptMail(ctx, keyOf(mail));
  if (kept === null) return fail('not_kept');
  const { template, person_id } = mail;
  return transaction(ctx, async (tx) => {
    await audit(tx, ctx, { what: 'mail.read', ...objectOf(id, person_id), after: { template } });
    return ok({ ...kept, attachments: [...kept.attachments] });
  });
}

/**
 * Enqueues a mail once more, by the mailer's own rules (docs/product/operator.md#sending-a-mail-again). Errors:
 * `not_found`, `from_earlier`, `being_sent`, `not_needed`, `not_wanted`, `sent_just_now`.
 */
export async function sendMailAgain(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.sendMailAgain>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.sendMailAgain>>> {
  const known = await queries.mailById(ctx.db, id);
  if (known === undefined) return fail('not_found');
  const { payload } = known;
  if (payload === null) return fail('from_earlier');
  const allowed = await canSend(ctx, payload);
  if (!allowed.ok) return allowed;
  const sent = await transaction(ctx, async (tx) => {
    await queries.lockMail(tx, id);
    const mail = await queries.mailById(tx, id);
    if (mail === undefined) return fail('not_found');
    if (isJustSentAgain(mail.sent_again_at, ctx.now)) return fail('sent_just_now');
    const { event_id, template, person_id } = mail;
    const isWaiting =
      mail.sent_at === null && (await queries.isQueued(tx, { event_id, template, queue: SEND_MAIL }));
    if (mailState(mail) === 'sending' || isWaiting) return fail('being_sent');
    await queries.setSentAgain(tx, id, ctx.now);
    await enqueueAgain(tx, ctx, payload);
    await audit(tx, ctx, { what: 'mail.sent-again', ...objectOf(id, person_id), after: { template } });
    return ok({ ok: true as const });
  });
  if (sent.ok) ctx.log.info({ mail: id }, 'mail sent again by an operator');
  return sent;
}
