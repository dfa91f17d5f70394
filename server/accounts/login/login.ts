import type { login as loginEndpoint } from '#shared/accounts/contract.ts';
import { normalizeEmail } from '#shared/accounts/rules.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { verifyPassword } from '../../lib/passwords.ts';
import { countAttempt } from './count-attempt.ts';
import { undoAttempts } from './queries-attempts.ts';
import * as queries from '../queries.ts';
import { failBlocked } from './blocked.ts';
import { takeBrowserZone } from '../steps.ts';
import { signIn, type Caller, type SignedIn, type SignInResult } from '../service.ts';

/** Signs in with email and password; costs the same for unknown addresses (docs/product/accounts.md#login). */
export async function login(
  ctx: Ctx,
  { body }: InputOf<typeof loginEndpoint>,
  caller: Caller,
): Promise<Result<SignInResult<SignedIn>, ProblemOf<typeof loginEndpoint>>> {
  const email = normalizeEmail(body.user.email);
  const counted = await countAttempt(ctx, 'login', { email, caller });
  const person = await queries.personByEmail(ctx.db, email);
  const matches = await verifyPassword(person?.password_hash ?? null, body.user.password);
  if (person === undefined) return fail('wrong_credentials');
  if (person.password_hash === null) return fail('no_password');
  if (!matches) return fail('wrong_credentials');
  await undoAttempts(ctx.db, counted);
  if (person.blocked_at === null && person.waitlisted) return fail('waitlisted');
  return transaction(ctx, async (tx) => {
    if (await queries.lockPerson(tx, person.id)) return failBlocked(ctx);
    // Password and role may have changed during the check, which ends all login sessions.
    const { password_hash, role } = await queries.personById(tx, person.id);
    if (password_hash !== person.password_hash) return fail('wrong_credentials');
    const zone = (await takeBrowserZone(tx, person.id, body.timezone)) ?? person.zone;
    return ok(await signIn(ctx, { ...person, role, zone }, { caller, next: body.next, tx }));
  });
}
