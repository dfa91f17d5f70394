import { normalizeEmail } from '#shared/accounts/rules.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { secondFactorChanged } from '../accounts/events.ts';
import { forgetSecondFactor } from '../accounts/steps.ts';
import { audit } from '../db/audit.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../ctx/ctx.ts';
import * as queries from './queries.ts';

/**
 * Removes an operator's app and passkeys and ends their logins; the next login sets up another
 * (docs/product/operator.md#second-factor-reset).
 */
export async function resetSecondFactor(
  ctx: Ctx,
  email: string,
): Promise<Result<{ email: string; name: string }, 'no_such_person' | 'no_second_factor'>> {
  const address = normalizeEmail(email);
  const result = await transaction(ctx, async (tx) => {
    const person = await queries.lockByEmail(tx, address);
    if (person === undefined) return fail('no_such_person');
    if (!(await forgetSecondFactor(tx, person.id))) return fail('no_second_factor');
    await audit(tx, ctx, { what: 'second-factor.reset', object: { kind: 'person', id: person.id } });
    await ctx.events.emit(tx, secondFactorChanged, { person_id: person.id, change: 'reset' });
    return ok({ id: person.id, email: address, name: person.name });
  });
  if (result.ok) ctx.log.info({ person: result.value.id }, 'second factor reset by a command');
  return result;
}
