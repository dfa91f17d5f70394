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

const browserCookie = ({ front, origin }: Pick<Ctx, 'front' | 'origin'>): string =>
  `${cookieName(front, origin)}_browser`;

/** The secret of a known browser (docs/product/security.md#known-browsers). */
export function browserCookieOf(
  request: FastifyRequest,
  at: Pick<Ctx, 'front' | 'origin'>,
): string | undefined {
  return request.cookies[browserCookie(at)];
}

/** Sets the secret for `seconds`; it outlives the login session. */
export function setBrowserCookie(reply: FastifyReply, ctx: Ctx, secret: string, seconds: number): void {
  reply.setCookie(browserCookie(ctx), secret, { ...attributes(ctx), maxAge: seconds });
}

const googleCookie = ({ front, origin }: Pick<Ctx, 'front' | 'origin'>): string =>
  `${cookieName(front, origin)}_google`;

/** The secret whose hash is the nonce of Google's ID token (docs/product/accounts.md#google). */
export function googleCookieOf(
  request: FastifyRequest,
  at: Pick<Ctx, 'front' | 'origin'>,
): string | undefined {
  return request.cookies[googleCookie(at)];
}

/** Sets the secret for `seconds`; null clears it. */
export function setGoogleCookie(reply: FastifyReply, ctx: Ctx, secret: string | null, seconds: number): void {
  if (secret === null) reply.clearCookie(googleCookie(ctx), attributes(ctx));
  else reply.setCookie(googleCookie(ctx), secret, { ...attributes(ctx), maxAge: seconds });
}

const secondFactorCookie = ({ front, origin }: Pick<Ctx, 'front' | 'origin'>): string =>
  `${cookieName(front, origin)}_second_factor`;

/** The token of a login that waits for its second factor (docs/product/accounts.md#second-factor). */
export function secondFactorCookieOf(
  request: FastifyRequest,
  at: Pick<Ctx, 'front' | 'origin'>,
): string | undefined {
  return request.cookies[secondFactorCookie(at)];
}

/** Sets the token for `seconds`; null clears it. */
export function setSecondFactorCookie(
  reply: FastifyReply,
  ctx: Ctx,
  token: string | null,
  seconds: number,
): void {
  if (token === null) reply.clearCookie(secondFactorCookie(ctx), attributes(ctx));
  else reply.setCookie(secondFactorCookie(ctx), token, { ...attributes(ctx), maxAge: seconds });
}
