import type { requestPasswordReset as endpoint } from '#shared/accounts/contract.ts';
import { normalizeEmail } from '#shared/accounts/rules.ts';
import { emailProblem } from '#shared/accounts/rules-sign-up.ts';
import { LOGIN, RESET_BAD_EMAIL } from '#shared/accounts/texts.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { countAttempt } from '../login/count-attempt.ts';
import { linkRequested } from '../events.ts';
import * as queries from '../queries.ts';
import type { Caller } from '../service.ts';

/**
 * Mails a link to choose a new password; the same work for every address
 * (docs/product/accounts.md#same-answer-for-unknown-addresses).
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { body }: InputOf<typeof endpoint>,
  caller: Caller,
): Promise<Result<{ ok: true }, ProblemOf<typeof endpoint>>> {
  const email = normalizeEmail(body.email);
  const wrong = emailProblem(email);
  if (wrong !== null) {
    const message = wrong === LOGIN.badEmail ? RESET_BAD_EMAIL : wrong;
    return fail('invalid', { errors: [{ field: 'email', message }] });
  }
  await countAttempt(ctx, 'reset', { email, caller });
  const person = await queries.personByEmail(ctx.db, email);
  const person_id = person !== undefined && !person.social_only ? person.id : null;
  return transaction(ctx, async (tx) => {
    await ctx.events.emit(tx, linkRequested, { person_id, link: 'reset' });
    return ok({ ok: true as const });
  });
}
