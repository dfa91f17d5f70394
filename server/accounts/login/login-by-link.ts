import type { loginByLink as loginByLinkEndpoint } from '#shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { failBlocked } from './blocked.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from '../queries.ts';
import { signIn, authenticate, type Caller, type SignedIn, type SignInResult } from '../service.ts';
import { hasUnverifiedPassword, claimAccount } from '../steps.ts';

/**
 * Signs in by a mailed link. In a browser not signed in to the account (`cookie`) it voids an unverified
 * password (docs/product/accounts.md#unverified-password).
 */
export async function loginByLink(
  ctx: Ctx,
  { body }: InputOf<typeof loginByLinkEndpoint>,
  { caller, cookie }: { caller: Caller; cookie: string | undefined },
): Promise<Result<SignInResult<SignedIn>, ProblemOf<typeof loginByLinkEndpoint>>> {
  const token = hashToken(body.token);
  const row = await tokens.tokenOf(ctx.db, [token], ['sign_in'], ctx.now);
  if (row === undefined) return fail('bad_token');
  const isTheirs = (await authenticate(ctx, cookie))?.id === row.person_id;
  const unverified = !isTheirs && hasUnverifiedPassword(await queries.personById(ctx.db, row.person_id));
  const unknown = unverified ? await hashPassword(newToken()) : null;
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, row.person_id);
    const spent = await tokens.spendToken(tx, [token], ['sign_in'], ctx.now);
    if (spent === undefined) return fail('bad_token');
    const person = await queries.personById(tx, spent.person_id);
    if (person.blocked_at !== null) return failBlocked(ctx);
    if (person.waitlisted) return fail('waitlisted');
    if (unknown === null) await queries.setVerified(tx, person.id, ctx.now);
    else if (hasUnverifiedPassword(person))
      await claimAccount(tx, { personId: person.id, hash: unknown, now: ctx.now });
    return ok(await signIn(ctx, person, { caller, next: body.next, tx }));
  });
}
