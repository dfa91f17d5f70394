import { normalEmail } from '../../shared/accounts/rules.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { admitted } from '../accounts/events.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import * as queries from './queries.ts';

/** Lets somebody in from the waiting list, who is told by mail (decisions 1). Twice is once: then they do not wait any more. */
export async function admit(
  ctx: Ctx,
  email: string,
): Promise<Result<{ id: string; email: string; name: string }, 'no_such_person' | 'not_waiting'>> {
  const address = normalEmail(email);
  const done = await transaction(ctx, async (tx) => {
    const person = await queries.lockByEmail(tx, address);
    if (person === undefined) return fail('no_such_person');
    if (!person.waitlisted) return fail('not_waiting');
    await queries.setAdmitted(tx, person.id, ctx.now);
    await ctx.events.emit(tx, admitted, { person_id: person.id });
    return ok({ id: person.id, email: address, name: person.name });
  });
  if (done.ok) ctx.log.info({ person: done.value.id }, 'person admitted');
  return done;
}
