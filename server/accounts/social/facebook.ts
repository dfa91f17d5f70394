import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { fail, ok, type Result } from '../../../shared/lib/result.ts';
import type { Ctx } from '../../lib/ctx.ts';
import { ANSWER_WITHIN_MS, type Vouched } from './identity.ts';

const Id = z.string().check(z.regex(/^\d{1,255}$/));

const Debugged = z.object({
  data: z.object({
    app_id: z.string(),
    is_valid: z.boolean(),
    user_id: z.optional(Id),
    /** In seconds since 1970; 0 or nothing for a token without an end. */
    expires_at: z.optional(z.number()),
  }),
});

const Profile = z.object({
  id: Id,
  name: z.optional(z.string()),
  email: z.optional(z.string().check(z.maxLength(254))),
});

/**
 * Who Facebook's access token belongs to: its debug call must know it as valid and made for our app, and its profile call
 * tells name and e-mail (decisions 1). A token of another app proves nothing to us.
 */
export async function vouchedByFacebook(
  ctx: Pick<Ctx, 'settings' | 'now' | 'log'>,
  app: { readonly appId: string; readonly appSecret: string },
  token: string,
): Promise<Vouched> {
  const { appId, appSecret } = app;
  const debugged = await ask(ctx, '/debug_token', Debugged, {
    input_token: token,
    access_token: `${appId}|${appSecret}`,
  });
  if (!debugged.ok) return debugged;
  const { app_id, is_valid, user_id, expires_at = 0 } = debugged.value.data;
  const isOver = expires_at !== 0 && expires_at * 1000 <= ctx.now.epochMilliseconds;
  if (app_id !== appId || !is_valid || user_id === undefined || isOver) return fail('bad_token');
  const profile = await ask(ctx, '/me', Profile, {
    fields: 'id,name,email',
    access_token: token,
    appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
  });
  if (!profile.ok) return profile;
  const { id, name = null, email = null } = profile.value;
  if (id !== user_id) return fail('bad_token');
  return ok({ provider: 'facebook', subject: id, email, name });
}

/** One call of the Graph API. A 4xx is about the token; all else that is no answer is the other side's absence. */
async function ask<S extends z.ZodMiniType>(
  { settings, log }: Pick<Ctx, 'settings' | 'log'>,
  path: string,
  schema: S,
  query: Readonly<Record<string, string>>,
): Promise<Result<z.output<S>, 'bad_token' | 'provider_away'>> {
  try {
    const answer = await fetch(`${settings.providers.facebook}${path}?${new URLSearchParams(query)}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      log.warn({ status: answer.status, call: path }, 'Facebook refuses a token');
      return fail('bad_token');
    }
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return ok(schema.parse(await answer.json()));
  } catch (error) {
    log.warn({ err: error, call: path }, 'Facebook does not answer');
    return fail('provider_away');
  }
}
