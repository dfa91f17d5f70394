import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { tracedFetch } from '../../lib/tracing/traced-call.ts';
import { PROVIDER_TIMEOUT_MS, type VerifiedIdentity } from './identity.ts';

const Id = z.string().check(z.regex(/^\d{1,255}$/));

const TokenInfo = z.object({
  data: z.object({
    app_id: z.string(),
    is_valid: z.boolean(),
    user_id: z.optional(Id),
    /** Unix seconds; 0 or absent: the token does not expire. */
    expires_at: z.optional(z.number()),
  }),
});

const Profile = z.object({
  id: Id,
  name: z.optional(z.string()),
  email: z.optional(z.string().check(z.maxLength(254))),
});

/** Identity of an access token that is valid and made for our app (docs/product/accounts.md#facebook). */
export async function verifyFacebookToken(
  ctx: Pick<Ctx, 'settings' | 'now' | 'log'>,
  app: { readonly appId: string; readonly appSecret: string },
  token: string,
): Promise<VerifiedIdentity> {
  const { appId, appSecret } = app;
  const tokenInfo = await callGraph(ctx, '/debug_token', TokenInfo, {
    input_token: token,
    access_token: `${appId}|${appSecret}`,
  });
  if (!tokenInfo.ok) return tokenInfo;
  const { app_id, is_valid, user_id, expires_at = 0 } = tokenInfo.value.data;
  const isOver = expires_at !== 0 && expires_at * 1000 <= ctx.now.epochMilliseconds;
  if (app_id !== appId || !is_valid || user_id === undefined || isOver) return fail('bad_token');
  const profile = await callGraph(ctx, '/me', Profile, {
    fields: 'id,name,email',
    access_token: token,
    appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
  });
  if (!profile.ok) return profile;
  const { id, name = null, email = null } = profile.value;
  if (id !== user_id) return fail('bad_token');
  return ok({ provider: 'facebook', subject: id, email, name });
}

/** One call of the Graph API: a 4xx means a bad token, any other failure that Facebook is unavailable. */
async function callGraph<S extends z.ZodMiniType>(
  { settings, log }: Pick<Ctx, 'settings' | 'log'>,
  path: string,
  schema: S,
  query: Readonly<Record<string, string>>,
): Promise<Result<z.output<S>, 'bad_token' | 'provider_away'>> {
  try {
    const response = await tracedFetch(
      `${settings.providers.facebook}${path}?${new URLSearchParams(query)}`,
      {
        redirect: 'error',
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      },
    );
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      log.warn({ status: response.status, call: path }, 'Facebook refuses a token');
      return fail('bad_token');
    }
    if (!response.ok) throw new Error(`status ${response.status}`);
    return ok(schema.parse(await response.json()));
  } catch (error) {
    log.warn({ err: error, call: path }, 'Facebook does not answer');
    return fail('provider_away');
  }
}
