import type {
  googleLogin as googleEndpoint,
  googleNonce as nonceEndpoint,
} from '#shared/accounts/contract.ts';
import type { ResponseOf, InputOf, ProblemOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Caller, SignInResult } from '../service.ts';
import type { Exchange } from '../../http/bind.ts';
import { googleCookie } from '../../http/cookie.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { hashToken, newToken } from '../../lib/ids.ts';
import { isWithin } from '../../db/rate.ts';
import type { AccountSteps, SignedUp } from '../sign-up/make-account.ts';
import { socialLimit, socialSignIn } from './social.ts';
import { verifyGoogleToken } from './google.ts';

/** How long a login page may stay open before its button is pressed. */
const NONCE_SECONDS = 86_400;
/** Longer than any ID token is accepted, so a spent nonce stays spent. */
const SPENT_SECONDS = 3600;
const SECRET_MAX = 200;

const nonceOf = (secret: string): string => hashToken(secret).toString('base64url');
const clientIdOf = ({ settings, flags }: Ctx): string | null =>
  flags['google-login'] ? settings.googleClientId : null;

/** Returns this browser's nonce and sets its cookie; all tabs share it (docs/product/accounts.md#google). */
export async function googleNonce(
  ctx: Ctx,
  { request, reply }: Exchange,
): Promise<Result<ResponseOf<typeof nonceEndpoint>, ProblemOf<typeof nonceEndpoint>>> {
  if (clientIdOf(ctx) === null) return fail('provider_off');
  const held = googleCookie.of(request, ctx);
  const secret = held === undefined || held.length > SECRET_MAX ? newToken() : held;
  googleCookie.set(reply, ctx, secret, NONCE_SECONDS);
  return ok({ nonce: nonceOf(secret) });
}

/**
 * Signs in or up with Google's ID token; every try spends the nonce. Error: `provider_off` without flag or
 * client id (docs/product/accounts.md#google).
 */
export async function googleLogin(
  ctx: Ctx,
  { body }: InputOf<typeof googleEndpoint>,
  caller: Caller,
  { request, reply }: Exchange,
  steps: AccountSteps,
): Promise<Result<SignInResult<SignedUp>, ProblemOf<typeof googleEndpoint>>> {
  const clientId = clientIdOf(ctx);
  if (clientId === null) return fail('provider_off');
  await socialLimit(ctx, caller);
  const secret = googleCookie.of(request, ctx);
  if (secret === undefined) return fail('bad_token');
  googleCookie.clear(reply, ctx);
  const nonce = nonceOf(secret);
  const verified = await verifyGoogleToken(ctx, { clientId, token: body.token, nonce });
  if (!verified.ok) return verified;
  if (!(await isWithin(ctx.db, ctx.now, `google-nonce:${nonce}`, 1, SPENT_SECONDS))) return fail('bad_token');
  const result = await socialSignIn(ctx, verified.value, body, caller, steps);
  if (result.ok) return result;
  // Google's tokens have an address, but not always a valid one.
  return fail(result.reason === 'no_email' ? 'bad_token' : result.reason);
}
