import type { requestLoginLink as askEndpoint } from '#shared/accounts/contract.ts';
import { normalizeEmail, safePath } from '#shared/accounts/rules.ts';
import { emailProblem } from '#shared/accounts/rules-sign-up.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { countAttempt } from './count-attempt.ts';
import { linkRequested } from '../events.ts';
import * as queries from '../queries.ts';
import type { Caller } from '../service.ts';

/** Mails a login link; the same work for every address (docs/product/accounts.md#login-link). */
export async function requestLoginLink(
  ctx: Ctx,
  { body }: InputOf<typeof askEndpoint>,
  caller: Caller,
): Promise<Result<{ ok: true }, ProblemOf<typeof askEndpoint>>> {
  const email = normalizeEmail(body.email);
  const message = emailProblem(email);
  if (message !== null) return fail('invalid', { errors: [{ field: 'email', message }] });
  await countAttempt(ctx, 'sign-in-link', { email, caller });
  const person = await queries.personByEmail(ctx.db, email);
  const next = safePath(body.next);
  return transaction(ctx, async (tx) => {
    const payload = {
      person_id: person?.id ?? null,
      link: 'sign_in',
      ...(next === null ? {} : { next }),
    } as const;
    await ctx.events.emit(tx, linkRequested, payload);
    return ok({ ok: true as const });
  });
}
