import { normalizeEmail } from '#shared/accounts/rules.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { admitted } from '../accounts/events.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

/**
 * Admits a person, by address or id, from the waiting list and mails them; else `not_waiting`, or `blocked`
 * (docs/product/operator.md#waiting-list).
 */
export async function admit(
  ctx: Ctx,
  whom: { readonly email: string } | { readonly id: string },
): Promise<
  Result<{ id: string; email: string; name: string }, 'no_such_person' | 'not_waiting' | 'blocked'>
> {
  const result = await transaction(ctx, async (tx) => {
    const person = await ('id' in whom
      ? queries.lockById(tx, whom.id)
      : queries.lockByEmail(tx, normalizeEmail(whom.email)));
    if (person === undefined) return fail('no_such_person');
    if (person.blocked_at !== null) return fail('blocked');
    if (!person.waitlisted) return fail('not_waiting');
    await queries.setAdmitted(tx, person.id, ctx.now);
    await audit(tx, ctx, { what: 'person.admitted', object: { kind: 'person', id: person.id } });
    await ctx.events.emit(tx, admitted, { person_id: person.id });
    return ok({ id: person.id, email: person.email, name: person.name });
  });
  if (result.ok) ctx.log.info({ person: result.value.id }, 'person admitted');
  return result;
}
