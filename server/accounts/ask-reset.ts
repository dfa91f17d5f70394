import type { askReset as askResetEndpoint } from '../../shared/accounts/contract.ts';
import { normalEmail } from '../../shared/accounts/rules.ts';
import { emailProblem } from '../../shared/accounts/rules-sign-up.ts';
import { LOGIN, RESET_BAD_EMAIL } from '../../shared/accounts/texts.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { linkAsked } from './events.ts';
import * as queries from './queries.ts';
import type { Caller } from './service.ts';

/**
 * Has a link sent to choose a new password. Answers and does the same for known, unknown and social-only addresses
 * (decisions 1): one look-up, one event. Somebody who was invited and has not chosen a password yet gets one too.
 */
export async function askReset(
  ctx: Ctx,
  { body }: InputOf<typeof askResetEndpoint>,
  caller: Caller,
): Promise<Result<{ ok: true }, ProblemOf<typeof askResetEndpoint>>> {
  const email = normalEmail(body.email);
  const wrong = emailProblem(email);
  if (wrong !== null) {
    const message = wrong === LOGIN.badEmail ? RESET_BAD_EMAIL : wrong;
    return fail('invalid', { errors: [{ field: 'email', message }] });
  }
  await limit(ctx.db, ctx.now, `reset:address:${addressKey(caller.address)}`, 30, 900);
  await limit(ctx.db, ctx.now, `reset:account:${email}`, 5, 900);
  await limit(ctx.db, ctx.now, `reset:day:${email}`, 20, 86_400);
  const person = await queries.personByEmail(ctx.db, email);
  const person_id = person !== undefined && !person.social_only ? person.id : null;
  return transaction(ctx, async (tx) => {
    await ctx.events.emit(tx, linkAsked, { person_id, link: 'reset' });
    return ok({ ok: true as const });
  });
}
