import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Front } from '#shared/lib/wire.ts';
import type { Ctx } from '../ctx/ctx.ts';

const PLAIN = 'talkback_';
const HOST = '__Host-talkback_';

const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** The name carries the front, because cookies ignore ports (docs/product/accounts.md#login-session). */
export const cookieName = (front: Front, origin: string): string => (isSecure(origin) ? HOST : PLAIN) + front;

/** The login token of a front. */
export function cookieOf(request: FastifyRequest, at: Pick<Ctx, 'front' | 'origin'>): string | undefined {
  return request.cookies[cookieName(at.front, at.origin)];
}

const attributes = (ctx: Ctx) =>
  ({ httpOnly: true, secure: isSecure(ctx.origin), sameSite: 'lax', path: '/' }) as const;

/** Sets the login cookie for `seconds`. */
export function setCookie(reply: FastifyReply, ctx: Ctx, token: string, seconds: number): void {
  reply.setCookie(cookieName(ctx.front, ctx.origin), token, { ...attributes(ctx), maxAge: seconds });
}

/** Clears the login cookie. */
export function clearCookie(reply: FastifyReply, ctx: Ctx): void {
  reply.clearCookie(cookieName(ctx.front, ctx.origin), attributes(ctx));
}

const ticketCookie = (origin: string): string => (isSecure(origin) ? HOST : PLAIN) + 'ticket';

/** The secret that ties a ticket to its browser (docs/product/accounts.md#front-ticket). */
export function ticketCookieOf(request: FastifyRequest, at: Pick<Ctx, 'origin'>): string | undefined {
  return request.cookies[ticketCookie(at.origin)];
}

/** Sets the secret for `seconds`; fronts that are ports of one host share it. */
export function setTicketCookie(reply: FastifyReply, ctx: Ctx, secret: string, seconds: number): void {
  reply.setCookie(ticketCookie(ctx.origin), secret, { ...attributes(ctx), maxAge: seconds });
}

/** A cookie with a secret beside the login cookie of a front. */
function secretCookie(suffix: string) {
  const nameOf = ({ front, origin }: Pick<Ctx, 'front' | 'origin'>): string =>
    `${cookieName(front, origin)}_${suffix}`;
  return {
    of: (request: FastifyRequest, at: Pick<Ctx, 'front' | 'origin'>): string | undefined =>
      request.cookies[nameOf(at)],
    /** Sets the secret for `seconds`. */
    set(reply: FastifyReply, ctx: Ctx, secret: string, seconds: number): void {
      reply.setCookie(nameOf(ctx), secret, { ...attributes(ctx), maxAge: seconds });
    },
    clear(reply: FastifyReply, ctx: Ctx): void {
      reply.clearCookie(nameOf(ctx), attributes(ctx));
    },
  };
}

/** The secret of a known browser, which outlives the login session (docs/product/security.md#known-browsers). */
export const browserCookie = secretCookie('browser');

/** The secret whose hash is the nonce of Google's ID token (docs/product/accounts.md#google). */
export const googleCookie = secretCookie('google');

/** The token of a login that waits for its second factor (docs/product/accounts.md#second-factor). */
export const secondFactorCookie = secretCookie('second_factor');
