import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/person/contract-invite.ts';
import { INVITATIONS_PER_HOUR, INVITED_OFTEN } from '#shared/operator/rules-people.ts';
import { invitedToStudio } from '../../accounts/events.ts';
import { lockPerson, voidInvitation } from '../../accounts/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { limit } from '../../db/rate.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-person.ts';

const HOUR_SECONDS = 3600;

/**
 * Mails an invited person a new link; the former one is void at once (docs/product/operator.md#inviting-again). Errors:
 * `not_found`; `not_invited` for an account that is open, waits or is blocked.
 */
export async function inviteAgain(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.inviteAgain>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.inviteAgain>>> {
  const sent = await transaction(ctx, async (tx) => {
    await lockPerson(tx, id);
    const person = await queries.personById(tx, id);
    if (person === undefined) return fail('not_found');
    if (person.account !== 'invited') return fail('not_invited');
    const key = `invite-again:person:${id}`;
    await limit(tx, ctx.now, key, INVITATIONS_PER_HOUR, HOUR_SECONDS, INVITED_OFTEN);
    await voidInvitation(tx, id);
    await audit(tx, ctx, { what: 'person.invited-again', object: { kind: 'person', id } });
    await ctx.events.emit(tx, invitedToStudio, { person_id: id });
    return ok({ ok: true as const });
  });
  if (sent.ok) ctx.log.info({ person: id }, 'person invited again');
  return sent;
}
