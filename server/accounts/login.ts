import type { login as loginEndpoint } from '../../shared/accounts/contract.ts';
import { normalEmail } from '../../shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as queries from './queries.ts';
import { letIn, type Caller, type SignedIn, type Started } from './service.ts';

/**
 * Signs in with e-mail and password. Costs the same for an unknown address, a wrong password and an account without
 * one (security 4); counted per account and per address.
 */
export async function login(
  ctx: Ctx,
  { body }: InputOf<typeof loginEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedIn>, ProblemOf<typeof loginEndpoint>>> {
  const email = normalEmail(body.user.email);
  await limit(ctx.db, ctx.now, `login:address:${addressKey(caller.address)}`, 100, 300);
  await limit(ctx.db, ctx.now, `login:account:${email}`, 20, 900);
  const person = await queries.personByEmail(ctx.db, email);
  const matches = await verifyPassword(person?.password_hash ?? null, body.user.password);
  if (person === undefined) return fail('wrong_credentials');
  if (person.password_hash === null) return fail('no_password');
  if (!matches) return fail('wrong_credentials');
  if (person.waitlisted) return fail('waitlisted');
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, person.id);
    // While it was being checked it may have been changed, which signs out everywhere: here too.
    if ((await queries.passwordOf(tx, person.id)) !== person.password_hash) return fail('wrong_credentials');
    return ok(await letIn(ctx, person, { caller, next: body.next, db: tx }));
  });
}
