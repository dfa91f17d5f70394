import type { facebookLogin as facebookEndpoint } from '#shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, type Result } from '#shared/lib/result.ts';
import type { Caller, SignInResult } from '../service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import type { AccountSteps, SignedUp } from '../sign-up/make-account.ts';
import { socialLimit, socialSignIn } from './social.ts';
import { verifyFacebookToken } from './facebook.ts';

/**
 * Signs in or up with Facebook's access token. Errors: `provider_off`, `no_email` for new people
 * (docs/product/accounts.md#facebook).
 */
export async function facebookLogin(
  ctx: Ctx,
  { body }: InputOf<typeof facebookEndpoint>,
  caller: Caller,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, ProblemOf<typeof facebookEndpoint>>> {
  const { facebook } = ctx.settings;
  if (facebook === null || !ctx.flags['facebook-login']) return fail('provider_off');
  await socialLimit(ctx, caller);
  const verified = await verifyFacebookToken(ctx, facebook, body.token);
  if (!verified.ok) return verified;
  return socialSignIn(ctx, verified.value, body, caller, steps);
}
