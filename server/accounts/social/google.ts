import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { fail, ok } from '../../../shared/lib/result.ts';
import type { Ctx } from '../../lib/ctx.ts';
import { ANSWER_WITHIN_MS, type Vouched } from './identity.ts';

/** A sign-in is seconds old when it gets here. */
const MOST_AGE = '10 minutes';
const CLOCKS_DIFFER = '10 seconds';
/** How often an unknown key id may make us fetch the keys again. */
const COOLDOWN_MS = 30_000;

const Configuration = z.object({ jwks_uri: z.url() });

/** What a token must say beside what the signature's check reads. */
const claims = (clientId: string) =>
  z.object({
    sub: z.string().check(z.minLength(1), z.maxLength(255)),
    aud: z.literal(clientId),
    email: z.string().check(z.maxLength(254)),
    email_verified: z.literal(true),
    name: z.optional(z.string()),
  });

class Away extends Error {}

/** What says that the token names no key of theirs; all else that goes wrong there is the other side's absence. */
const WRONG_KEY = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JOSEAlgNotAllowed,
];

const kept = new Map<string, Promise<JWTVerifyGetKey>>();

/** The issuer's keys. Where they are is asked once; they are kept, and fetched again for a key id that is new. */
async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const found = kept.get(issuer) ?? discover(issuer);
  kept.set(issuer, found);
  try {
    return await found;
  } catch (error) {
    kept.delete(issuer);
    throw new Away('no configuration', { cause: error });
  }
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const { jwks_uri } = Configuration.parse(await answer.json());
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: ANSWER_WITHIN_MS,
    cooldownDuration: COOLDOWN_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (WRONG_KEY.some((kind) => error instanceof kind)) throw error;
      throw new Away('no keys', { cause: error });
    }
  };
}

/**
 * Who Google's ID token says that somebody is. Signed by a key of the issuer, for our client id, not older than 10 minutes,
 * with an e-mail that Google has verified (decisions 1, security 6).
 */
export async function vouchedByGoogle(
  { settings, now, log }: Pick<Ctx, 'settings' | 'now' | 'log'>,
  clientId: string,
  token: string,
): Promise<Vouched> {
  const issuer = settings.providers.google;
  try {
    const { payload } = await jwtVerify(token, await keysOf(issuer), {
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ['RS256', 'ES256'],
      maxTokenAge: MOST_AGE,
      clockTolerance: CLOCKS_DIFFER,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(now.epochMilliseconds),
    });
    const read = claims(clientId).safeParse(payload);
    if (!read.success) return fail('bad_token');
    const { sub, email, name = null } = read.data;
    return ok({ provider: 'google', subject: sub, email, name });
  } catch (error) {
    if (error instanceof Away) {
      log.warn({ err: error }, 'Google does not answer');
      return fail('provider_away');
    }
    if (error instanceof errors.JOSEError) return fail('bad_token');
    throw error;
  }
}
