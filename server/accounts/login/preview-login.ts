import type { previewLogin as lookEndpoint } from '#shared/accounts/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken } from '../../lib/ids.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from '../queries.ts';
import { ticketHash, authenticate, type Caller } from '../service.ts';
import { hasUnverifiedPassword } from '../steps.ts';

/** Returns whose account a ticket or mailed link opens, without spending it (docs/product/accounts.md#confirm-a-link). */
export async function previewLogin(
  ctx: Ctx,
  { body }: InputOf<typeof lookEndpoint>,
  { caller, cookie }: { caller: Caller; cookie: string | undefined },
): Promise<Result<ResponseOf<typeof lookEndpoint>, ProblemOf<typeof lookEndpoint>>> {
  const { db, now } = ctx;
  const { ticketSecret } = caller;
  const isTicket = 'ticket' in body;
  const purpose = isTicket ? 'front_ticket' : 'sign_in';
  const tiedTo = isTicket && ticketSecret !== null ? ticketHash(body.ticket, ticketSecret) : null;
  const tied = tiedTo === null ? undefined : await tokens.tokenOf(db, [tiedTo], [purpose], now);
  const loose = hashToken(isTicket ? body.ticket : body.link);
  const row = tied ?? (await tokens.tokenOf(db, [loose], [purpose], now));
  if (row === undefined) return fail('bad_entry');
  const { email, ...person } = await queries.addressOf(db, row.person_id);
  const isTheirs = (await authenticate(ctx, cookie))?.id === row.person_id;
  return ok({
    email,
    tied: tied !== undefined,
    voids_password: !isTicket && !isTheirs && hasUnverifiedPassword(person),
  });
}
