import type { askSignInLink as askEndpoint } from '../../shared/accounts/contract.ts';
import { normalEmail, safeNext } from '../../shared/accounts/rules.ts';
import { emailProblem } from '../../shared/accounts/rules-sign-up.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Ctx } from '../lib/ctx.ts';
import { addressKey, limit } from '../lib/rate.ts';
import { linkAsked } from './events.ts';
import * as queries from './queries.ts';
import type { Caller } from './service.ts';

/** Has a link sent that signs in once (decisions 1). Answers and does the same for known and unknown addresses. */
export async function askSignInLink(
  ctx: Ctx,
  { body }: InputOf<typeof askEndpoint>,
  caller: Caller,
): Promise<Result<{ ok: true }, ProblemOf<typeof askEndpoint>>> {
  const email = normalEmail(body.email);
  const message = emailProblem(email);
  if (message !== null) return fail('invalid', { errors: [{ field: 'email', message }] });
  await limit(ctx.db, ctx.now, `sign-in-link:address:${addressKey(caller.address)}`, 30, 900);
  await limit(ctx.db, ctx.now, `sign-in-link:account:${email}`, 5, 900);
  await limit(ctx.db, ctx.now, `sign-in-link:day:${email}`, 20, 86_400);
  const person = await queries.personByEmail(ctx.db, email);
  const next = safeNext(body.next);
  return transaction(ctx, async (tx) => {
    const asked = {
      person_id: person?.id ?? null,
      link: 'sign_in',
      ...(next === null ? {} : { next }),
    } as const;
    await ctx.events.emit(tx, linkAsked, asked);
    return ok({ ok: true as const });
  });
}
