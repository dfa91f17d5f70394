import type { signUpOndemand as signUpEndpoint } from '#shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Caller, SignInResult } from '../service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { AccountSteps, SignedUp } from './make-account.ts';
import { register } from './register.ts';

/** Signs up on demand, in a free bundle if one is named (docs/product/accounts.md#on-demand-sign-up). */
export function signUpOndemand(
  ctx: Ctx,
  { body }: InputOf<typeof signUpEndpoint>,
  caller: Caller,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, ProblemOf<typeof signUpEndpoint>>> {
  return register(ctx, body, caller, { kind: 'ondemand', bundleId: body.bundle_id }, steps);
}
