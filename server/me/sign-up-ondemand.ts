import type { signUpOndemand as signUpEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import type { Result } from '../../shared/lib/result.ts';
import type { Caller, Started } from '../accounts/service.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { SignedUp } from './make-account.ts';
import { register } from './register.ts';

/** Signs up to buy credits on demand, in a free bundle if one is named, and signs in (decisions 1). */
export function signUpOndemand(
  ctx: Ctx,
  { body }: InputOf<typeof signUpEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedUp>, ProblemOf<typeof signUpEndpoint>>> {
  return register(ctx, body, caller, { kind: 'ondemand', bundleId: body.bundle_id });
}
