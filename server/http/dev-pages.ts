import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../lib/refused.ts';
import { hashToken } from '../lib/ids.ts';

/** Pages below are only for the person who started the server (docs/decisions/0036-dev-pages-behind-a-token.md). */
const ROOT = '/dev';
const COOKIE = 'talkback_dev';
const COOKIE_SECONDS = 30 * 86_400;

/** A development page's address with its token, as the start prints it. */
export const devLink = (origin: string, path: `/dev/${string}`, token: string): string =>
  `${origin}${path}?token=${token}`;

/**
 * 404 for every route below /dev without the token. A link with the token sets a cookie and redirects to the address
 * without it.
 */
export function guardDevPages(app: FastifyInstance, token: string): void {
  const expected = hashToken(token);
  const matches = (value: unknown): boolean =>
    typeof value === 'string' && timingSafeEqual(hashToken(value), expected);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.startsWith(`${ROOT}/`) !== true) return undefined;
    const queryToken = (request.query as Record<string, unknown>)['token'];
    if (queryToken === undefined && matches(request.cookies[COOKIE])) return undefined;
    if (!matches(queryToken)) throw new Refused('not_found');
    return withoutToken(request, setDevCookie(request, reply, token));
  });
}

function setDevCookie(request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply {
  const secure = request.reached.origin.startsWith('https:');
  const attributes = { httpOnly: true, sameSite: 'strict', secure, path: ROOT } as const;
  return reply.setCookie(COOKIE, token, { ...attributes, maxAge: COOKIE_SECONDS });
}

function withoutToken({ url, reached }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const clean = new URL(url, reached.origin);
  clean.searchParams.delete('token');
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`${clean.pathname}${clean.search}`, 302);
}
