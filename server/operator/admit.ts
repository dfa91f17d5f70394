import { normalizeEmail } from '#shared/accounts/rules.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { admitted } from '../accounts/events.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

/** Admits a person from the waiting list and mails them; else `not_waiting` (docs/product/operator.md#waiting-list). */
export async function admit(
  ctx: Ctx,
  email: string,
): Promise<
  Result<{ id: string; email: string; name: string }, 'no_such_person' | 'not_waiting' | 'blocked'>
> {
  const address = normalizeEmail(email);
  const result = await transaction(ctx, async (tx) => {
    const person = await queries.lockByEmail(tx, address);
    if (person === undefined) return fail('no_such_person');
    if (person.blocked_at !== null) return fail('blocked');
    if (!person.waitlisted) return fail('not_waiting');
    await queries.setAdmitted(tx, person.id, ctx.now);
    await audit(tx, ctx, { what: 'person.admitted', object: { kind: 'person', id: person.id } });
    await ctx.events.emit(tx, admitted, { person_id: person.id });
    return ok({ id: person.id, email: address, name: person.name });
  });
  if (result.ok) ctx.log.info({ person: result.value.id }, 'person admitted');
  return result;
}
