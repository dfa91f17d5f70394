import type { JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { fail, ok } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { tracedFetch } from '../../lib/tracing/traced-call.ts';
import { PROVIDER_TIMEOUT_MS, type VerifiedIdentity } from './identity.ts';

/** A token is seconds old when it arrives. */
const MAX_TOKEN_AGE = '10 minutes';
const CLOCK_TOLERANCE = '10 seconds';
/** Shortest time between two fetches for unknown key ids. */
const COOLDOWN_MS = 30_000;

const Configuration = z.object({ jwks_uri: z.url() });

/** Claims that the signature check does not cover. */
const claims = (clientId: string, nonce: string) =>
  z.object({
    sub: z.string().check(z.minLength(1), z.maxLength(255)),
    aud: z.literal(clientId),
    nonce: z.literal(nonce),
    email: z.string().check(z.maxLength(254)),
    email_verified: z.literal(true),
    name: z.optional(z.string()),
  });

class Unavailable extends Error {}

/** Errors about the token's key; all others mean that Google is unavailable. */
const WRONG_KEY = [
  'JWKSNoMatchingKey',
  'JWKSMultipleMatchingKeys',
  'JOSENotSupported',
  'JOSEAlgNotAllowed',
] as const;

const keySets = new Map<string, Promise<JWTVerifyGetKey>>();

/** The issuer's keys, cached and refetched for a new key id. */
async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const keySet = keySets.get(issuer) ?? discover(issuer);
  keySets.set(issuer, keySet);
  try {
    return await keySet;
  } catch (error) {
    keySets.delete(issuer);
    throw new Unavailable('no configuration', { cause: error });
  }
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await tracedFetch(`${issuer}/.well-known/openid-configuration`, {
    redirect: 'error',
    signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  });
  const { jwks_uri } = Configuration.parse(await response.json());
  const { createRemoteJWKSet, customFetch, errors } = await import('jose');
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: PROVIDER_TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: tracedFetch,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (WRONG_KEY.some((kind) => error instanceof errors[kind])) throw error;
      throw new Unavailable('no keys', { cause: error });
    }
  };
}

/** Identity of an ID token made for our client id and this browser's nonce (docs/product/accounts.md#google). */
export async function verifyGoogleToken(
  { settings, now, log }: Pick<Ctx, 'settings' | 'now' | 'log'>,
  { clientId, token, nonce }: { clientId: string; token: string; nonce: string },
): Promise<VerifiedIdentity> {
  const issuer = settings.providers.google;
  const { errors, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, await keysOf(issuer), {
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ['RS256', 'ES256'],
      maxTokenAge: MAX_TOKEN_AGE,
      clockTolerance: CLOCK_TOLERANCE,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(now.epochMilliseconds),
    });
    const read = claims(clientId, nonce).safeParse(payload);
    if (!read.success) return fail('bad_token');
    const { sub, email, name = null } = read.data;
    return ok({ provider: 'google', subject: sub, email, name });
  } catch (error) {
    if (error instanceof Unavailable) {
      log.warn({ err: error }, 'Google does not answer');
      return fail('provider_away');
    }
    if (error instanceof errors.JOSEError) return fail('bad_token');
    throw error;
  }
}
