import type { facebookLogin as facebookEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { Caller, Started } from '../accounts/service.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { SignedUp } from './make-account.ts';
import { socialLimit, socialSignIn } from './social.ts';
import { vouchedByFacebook } from './social/facebook.ts';

/**
 * Signs in or up with Facebook's access token (decisions 1); 404 `provider_off` without its flag or an app of ours. Who is
 * new and gives no e-mail is told so: without one nobody could be written to.
 */
export async function facebookLogin(
  ctx: Ctx,
  { body }: InputOf<typeof facebookEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedUp>, ProblemOf<typeof facebookEndpoint>>> {
  const { facebook } = ctx.settings;
  if (facebook === null || !ctx.flags['facebook-login']) return fail('provider_off');
  await socialLimit(ctx, caller);
  const vouched = await vouchedByFacebook(ctx, facebook, body.token);
  if (!vouched.ok) return vouched;
  return socialSignIn(ctx, vouched.value, body, caller);
}
