import type { signUp as signUpEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { Caller, Started } from '../accounts/service.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { SignedUp } from './make-account.ts';
import { register } from './register.ts';

/**
 * Signs up and signs in (part 1 section 7). The account begins as `signup`, to choose a plan; without credit-card-first
 * in the free bundle or the trial (decisions 8).
 */
export async function signUp(
  ctx: Ctx,
  { body }: InputOf<typeof signUpEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedUp>, ProblemOf<typeof signUpEndpoint>>> {
  const made = await register(ctx, body, caller, { kind: 'official' });
  if (made.ok) return made;
  if (made.reason === 'no_such_bundle') throw new Error('a bundle is missing that nobody named');
  return fail(made.reason, made);
}
