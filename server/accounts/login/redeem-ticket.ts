import type { enter as enterEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from './queries.ts';
import { startLoginSession, ticketHash, type Caller, type SignedIn, type Started } from './service.ts';

/**
 * Exchanges a ticket for a login session on this front. A used, old or foreign ticket is refused, and one that was
 * tied to another browser: nobody can be sent into somebody else's account by a link.
 */
export async function enter(
  ctx: Ctx,
  { body }: InputOf<typeof enterEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedIn>, ProblemOf<typeof enterEndpoint>>> {
  await limit(ctx.db, ctx.now, `ticket:address:${addressKey(caller.address)}`, 60, 300);
  const secrets = caller.ticketSecret === null ? [null] : [caller.ticketSecret, null];
  const hashes = secrets.map((secret) => ticketHash(body.ticket, secret));
  const found = await tokens.tokenOf(ctx.db, hashes, ['front_ticket'], ctx.now);
  if (found === undefined) return fail('bad_ticket');
  return transaction(ctx, async (tx) => {
    // A password that is being changed signs out everywhere: a ticket of before comes to nothing.
    await queries.lockPerson(tx, found.person_id);
    const spent = await tokens.spendToken(tx, hashes, ['front_ticket'], ctx.now, ctx.front);
    if (spent === undefined) return fail('bad_ticket');
    const person = await queries.personById(tx, spent.person_id);
    const token = await startLoginSession(ctx, person.id, caller, tx);
    const user = { id: person.id, timezone: person.zone, role: person.role };
    return ok({ answer: { user, redirect: null }, token });
  });
}
