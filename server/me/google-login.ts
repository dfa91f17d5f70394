import type { googleLogin as googleEndpoint } from '../../shared/accounts/contract.ts';
import type { InputOf, ProblemOf } from '../../shared/lib/endpoint.ts';
import { fail, type Result } from '../../shared/lib/result.ts';
import type { Caller, Started } from '../accounts/service.ts';
import type { Ctx } from '../lib/ctx.ts';
import type { SignedUp } from './make-account.ts';
import { socialLimit, socialSignIn } from './social.ts';
import { vouchedByGoogle } from './social/google.ts';

/** Signs in or up with Google's ID token (decisions 1); 404 `provider_off` without its flag or a client id. */
export async function googleLogin(
  ctx: Ctx,
  { body }: InputOf<typeof googleEndpoint>,
  caller: Caller,
): Promise<Result<Started<SignedUp>, ProblemOf<typeof googleEndpoint>>> {
  const { googleClientId } = ctx.settings;
  if (googleClientId === null || !ctx.flags['google-login']) return fail('provider_off');
  await socialLimit(ctx, caller);
  const vouched = await vouchedByGoogle(ctx, googleClientId, body.token);
  if (!vouched.ok) return vouched;
  const entered = await socialSignIn(ctx, vouched.value, body, caller);
  if (entered.ok) return entered;
  // Google tells an address with every token, if not always one that we take.
  return fail(entered.reason === 'no_email' ? 'bad_token' : entered.reason);
}
