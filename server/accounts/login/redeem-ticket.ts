import type { redeemTicket as redeemTicketEndpoint } from '#shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { failBlocked } from './blocked.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from '../queries.ts';
import { signInHere, ticketHash, type Caller, type SignedIn, type SignInResult } from '../service.ts';

/**
 * Exchanges a ticket for a login session on this front. Error: `bad_ticket`
 * (docs/product/accounts.md#front-ticket).
 */
export async function redeemTicket(
  ctx: Ctx,
  { body }: InputOf<typeof redeemTicketEndpoint>,
  caller: Caller,
): Promise<Result<SignInResult<SignedIn>, ProblemOf<typeof redeemTicketEndpoint>>> {
  const secrets = caller.ticketSecret === null ? [null] : [caller.ticketSecret, null];
  const hashes = secrets.map((secret) => ticketHash(body.ticket, secret));
  const row = await tokens.tokenOf(ctx.db, hashes, ['front_ticket'], ctx.now);
  if (row === undefined) return fail('bad_ticket');
  return transaction(ctx, async (tx) => {
    // Waits for a password change, which voids the ticket.
    if (await queries.lockPerson(tx, row.person_id)) return failBlocked(ctx);
    const spent = await tokens.spendToken(tx, hashes, ['front_ticket'], ctx.now, ctx.front);
    if (spent === undefined) return fail('bad_ticket');
    const person = await queries.personById(tx, spent.person_id);
    return ok(await signInHere(ctx, person, { caller, next: body.next, tx }));
  });
}
