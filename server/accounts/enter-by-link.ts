import type { enterByLink as enterByLinkEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import { hashPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from './queries.ts';
import { letIn, whoIs, type Caller, type SignedIn, type Started } from './service.ts';
import { isDoubtful, takeOver } from './steps.ts';

/**
 * Signs in by the link of a mail, once within its 15 minutes (decisions 1), on the front of the person's role. The first time, and
 * in a browser that is not signed in to the account (`cookie`), it voids the password: somebody else may have chosen it.
 */
export async function enterByLink(
  ctx: Ctx,
  { body }: InputOf<typeof enterByLinkEndpoint>,
  { caller, cookie }: { caller: Caller; cookie: string | undefined },
): Promise<Result<Started<SignedIn>, ProblemOf<typeof enterByLinkEndpoint>>> {
  await limit(ctx.db, ctx.now, `sign-in-token:address:${addressKey(caller.address)}`, 60, 300);
  const token = hashToken(body.token);
  const found = await tokens.tokenOf(ctx.db, [token], ['sign_in'], ctx.now);
  if (found === undefined) return fail('bad_token');
  const isTheirs = (await whoIs(ctx, cookie))?.id === found.person_id;
  const doubtful = !isTheirs && isDoubtful(await queries.personById(ctx.db, found.person_id));
  const unknown = doubtful ? await hashPassword(newToken()) : null;
  return transaction(ctx, async (tx) => {
    await queries.lockPerson(tx, found.person_id);
    const spent = await tokens.spendToken(tx, [token], ['sign_in'], ctx.now);
    if (spent === undefined) return fail('bad_token');
    const person = await queries.personById(tx, spent.person_id);
    if (person.waitlisted) return fail('waitlisted');
    if (unknown === null) await queries.setProved(tx, person.id, ctx.now);
    else if (isDoubtful(person)) await takeOver(tx, { personId: person.id, hash: unknown, now: ctx.now });
    return ok(await letIn(ctx, person, { caller, next: body.next, db: tx }));
  });
}
