import type { saveOnboarding as endpoint } from '#shared/accounts/contract.ts';
import { answerErrors } from '#shared/accounts/rules-onboarding.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { cleanText } from '#shared/lib/text.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { lockPerson } from '../queries.ts';
import * as queries from './queries-onboarding.ts';

/**
 * Saves the onboarding answers and completes the onboarding. Error: `invalid` by field
 * (docs/product/accounts.md#onboarding-answers).
 */
export async function saveOnboarding(
  ctx: SignedInCtx,
  { body }: InputOf<typeof endpoint>,
): Promise<Result<{ ok: true }, ProblemOf<typeof endpoint>>> {
  const comments = cleanText(body.comments ?? '');
  const answers = { ...body, interests: [...new Set(body.interests)], comments };
  const errors = answerErrors(answers);
  if (errors.length > 0) return fail('invalid', { errors });
  return transaction(ctx, async (tx) => {
    await lockPerson(tx, ctx.actor.id);
    await queries.saveAnswers(tx, ctx.actor.id, answers, ctx.now);
    return ok({ ok: true });
  });
}
