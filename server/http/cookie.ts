import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Front } from '../../shared/lib/wire.ts';
import type { Ctx } from './ctx.ts';

const PLAIN = 'talkback_';
const HOST = '__Host-talkback_';

const isSecure = (origin: string): boolean => origin.startsWith('https:');

/** The cookie's name carries the front, because cookies ignore ports (decisions 1). */
export const cookieName = (front: Front, origin: string): string => (isSecure(origin) ? HOST : PLAIN) + front;

/** The login token that the browser sent for a front. */
export function cookieOf(request: FastifyRequest, at: Pick<Ctx, 'front' | 'origin'>): string | undefined {
  return request.cookies[cookieName(at.front, at.origin)];
}

const attributes = (ctx: Ctx) =>
  ({ httpOnly: true, secure: isSecure(ctx.origin), sameSite: 'lax', path: '/' }) as const;

/** Sets the login cookie for `seconds`. */
export function setCookie(reply: FastifyReply, ctx: Ctx, token: string, seconds: number): void {
  reply.setCookie(cookieName(ctx.front, ctx.origin), token, { ...attributes(ctx), maxAge: seconds });
}

/** Takes the login cookie away. */
export function clearCookie(reply: FastifyReply, ctx: Ctx): void {
  reply.clearCookie(cookieName(ctx.front, ctx.origin), attributes(ctx));
}

const ticketCookie = (origin: string): string => (isSecure(origin) ? HOST : PLAIN) + 'ticket';

/** The secret that ties a ticket for another front to the browser that was sent there. */
export function ticketCookieOf(request: FastifyRequest, at: Pick<Ctx, 'origin'>): string | undefined {
  return request.cookies[ticketCookie(at.origin)];
}

/** Sets that secret for `seconds`; fronts that are ports of one host share it. */
export function setTicketCookie(reply: FastifyReply, ctx: Ctx, secret: string, seconds: number): void {
  reply.setCookie(ticketCookie(ctx.origin), secret, { ...attributes(ctx), maxAge: seconds });
}
