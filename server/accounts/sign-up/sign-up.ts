import type { signUp as signUpEndpoint } from '#shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Caller, SignInResult } from '../service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { AccountSteps, SignedUp } from './make-account.ts';
import { register } from './register.ts';

/** Signs up and signs in (docs/product/accounts.md#sign-up). */
export async function signUp(
  ctx: Ctx,
  { body }: InputOf<typeof signUpEndpoint>,
  caller: Caller,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, ProblemOf<typeof signUpEndpoint>>> {
  const result = await register(ctx, body, caller, { kind: 'official' }, steps);
  if (result.ok) return result;
  if (result.reason === 'no_such_bundle') throw new Error('a bundle is missing that nobody named');
  return fail(result.reason, result);
}
