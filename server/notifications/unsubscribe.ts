import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/notifications/contract.ts';
import { parseUnsubscribeTarget } from '#shared/notifications/rules.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { refusalToken } from './mails/invitation-mail.ts';
import { linkTo } from './mails/recipient.ts';
import * as queries from './queries-unsubscribe.ts';

type Output = Promise<
  Result<ResponseOf<typeof contract.unsubscribe>, ProblemOf<typeof contract.unsubscribe>>
>;

/** Switches a group of mails off by a mail's token; idempotent (docs/product/notifications.md#unsubscribe). */
export async function unsubscribe(ctx: Ctx, { query }: InputOf<typeof contract.unsubscribe>): Output {
  const { db, now } = ctx;
  const group = parseUnsubscribeTarget(query.group);
  if (group === null) return fail('not_found');
  if (group !== 'invitations') {
    const known = await queries.switchOff(db, query.token, group, now);
    return known ? ok({ ok: true }) : fail('not_found');
  }
  const invitation = await queries.invitationById(db, query.token.split('.')[0] ?? '');
  if (invitation === undefined || refusalToken(invitation) !== query.token) return fail('not_found');
  await queries.declineAddress(db, invitation.email, now);
  return ok({ ok: true });
}

/** Redirects to the page with the button; changes nothing. */
export function openUnsubscribe(
  ctx: Ctx,
  { query }: InputOf<typeof contract.openUnsubscribe>,
): Promise<Result<ResponseOf<typeof contract.openUnsubscribe>, never>> {
  const location = linkTo(ctx.settings, ctx.front, '/unsubscribe', query);
  return Promise.resolve(ok({ status: 302, headers: { location }, body: '' }));
}
