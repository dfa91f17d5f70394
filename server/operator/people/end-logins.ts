import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-person-verbs.ts';
import { endAllLogins, lockPerson } from '../../accounts/steps.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-person.ts';

/**
 * Ends all login sessions of a person (docs/product/operator.md#ending-logins). Errors: `not_found`; `no_logins` where
 * there is none.
 */
export async function endLogins(
  ctx: Ctx,
  { params: { id } }: InputOf<typeof contract.endLogins>,
): Promise<Result<{ ok: true }, ProblemOf<typeof contract.endLogins>>> {
  const ended = await transaction(ctx, async (tx) => {
    await lockPerson(tx, id);
    if ((await queries.personById(tx, id)) === undefined) return fail('not_found');
    const count = await queries.countLoginSessions(tx, id, ctx.now);
    if (count === 0) return fail('no_logins');
    await endAllLogins(tx, id);
    await audit(tx, ctx, {
      what: 'logins.ended',
      object: { kind: 'person', id },
      before: { login_sessions: count },
      after: { login_sessions: 0 },
    });
    return ok({ ok: true as const });
  });
  if (ended.ok) ctx.log.info({ person: id }, 'login sessions ended by an operator');
  return ended;
}
