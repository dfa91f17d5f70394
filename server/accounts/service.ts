import type { FastifyReply } from 'fastify';
import type { login as loginEndpoint } from '#shared/accounts/contract.ts';
import { frontOf, safePath } from '#shared/accounts/rules.ts';
import { MAX_LOGIN_SESSIONS } from '#shared/accounts/rules-limits.ts';
import { LOGIN_LIFETIMES, needsSecondFactor } from '#shared/accounts/rules-second-factor.ts';
import type { ResponseOf, Role } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { Front } from '#shared/lib/wire.ts';
import type { Database } from '../db/database.ts';
import type { Db, Tx } from '../db/transaction.ts';
import type { Exchange } from '../http/bind.ts';
import {
  browserCookie,
  clearCookie,
  cookieOf,
  setCookie,
  secondFactorCookie,
  setTicketCookie,
  ticketCookieOf,
} from '../http/cookie.ts';
import type { Actor, Ctx } from '../ctx/ctx.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import * as queries from './login-sessions/queries-login-sessions.ts';
import { saveKnownBrowser } from './login/save-known-browser.ts';
import * as tokens from './login/queries-tokens.ts';
import { beginSecondFactor, SECOND_FACTOR_SECONDS } from './second-factor/due-second-factor.ts';
import { addressOf, personByEmail } from './queries.ts';

export { ACCOUNT_INVARIANTS } from './queries-invariants.ts';
export { checkSecrets } from './second-factor/check-secrets.ts';

const BROWSER_DAYS = 400;
const TICKET_SECONDS = 60;
const USER_AGENT_MAX = 400;
const SECRET_MAX = 200;

export type SignedIn = ResponseOf<typeof loginEndpoint>;

/** Where a call comes from: its address, user agent, and the browser's secrets. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | null;
  /** Ties a ticket to the browser. */
  readonly ticketSecret: string | null;
  /** Secret of a known browser. */
  readonly browser: string | null;
}

/** Response of a sign-in and the secrets for its cookies; null: no login session. */
export interface SignInResult<A> {
  readonly response: A;
  readonly session: NewLoginSession | null;
  /** Secret that ties the ticket in `redirect` to this browser; null where no cookie reaches both fronts. */
  readonly ticketSecret?: string | null;
  /** Token of a login that waits for its second factor. */
  readonly secondFactor?: string;
}

/** A new login session; both secrets go into cookies and nowhere else. */
export interface NewLoginSession {
  readonly token: string;
  /** Secret of the known browser. */
  readonly browser: string;
}

/** The person to sign in. */
export interface LoginSubject {
  readonly id: string;
  readonly role: Role;
  readonly zone: string;
}

/** When a login session that is used now ends, unless its whole lifetime is over before. */
const expiry = ({ front, now }: Pick<Ctx, 'front' | 'now'>): Temporal.Instant =>
  now.add(LOGIN_LIFETIMES[front].unused);

/** Lifetime of a login session's cookie in seconds. */
const cookieSeconds = ({ front }: Pick<Ctx, 'front'>): number => {
  const { unused, whole } = LOGIN_LIFETIMES[front];
  return (whole ?? unused).minutes * 60;
};

export function callerOf(ctx: Ctx, { request }: Exchange): Caller {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    ticketSecret: ticketCookieOf(request, ctx) ?? null,
    browser: browserCookie.of(request, ctx)?.slice(0, SECRET_MAX) ?? null,
  };
}

/**
 * Signs in an authenticated person; at another front it returns a ticket to their own. The caller holds the
 * person's lock (docs/product/accounts.md#front-ticket).
 */
export async function signIn(
  ctx: Ctx,
  person: LoginSubject,
  { caller, next, tx }: { caller: Caller; next?: string | undefined; tx: Tx },
): Promise<SignInResult<SignedIn>> {
  const front = frontOf(person.role);
  if (front === ctx.front) return signInHere(ctx, person, { caller, next, tx });
  const user = { id: person.id, timezone: person.zone, role: person.role };
  const { url, ticketSecret } = await issueTicket(tx, ctx, { person, front, next });
  return { response: { user, redirect: url }, session: null, ticketSecret };
}

/**
 * Signs in an authenticated person of this front, or sends them to their second factor. The caller holds the person's
 * lock (docs/product/accounts.md#second-factor).
 */
export async function signInHere(
  ctx: Ctx,
  { id, role, zone }: LoginSubject,
  { caller, next, tx }: { caller: Caller; next?: string | undefined; tx: Tx },
): Promise<SignInResult<SignedIn>> {
  const user = { id, timezone: zone, role };
  if (!needsSecondFactor(ctx.front)) {
    const session = await startLoginSession(tx, ctx, id, caller);
    return { response: { user, redirect: null }, session };
  }
  const url = new URL('/second-factor', ctx.origin);
  const path = safePath(next);
  if (path !== null) url.searchParams.set('next', path);
  const secondFactor = await beginSecondFactor(tx, ctx, id);
  return { response: { user, redirect: url.href }, session: null, secondFactor };
}

/**
 * Opens a login session under a new token and makes the browser known. The caller holds the person's lock
 * (docs/product/accounts.md#login-session).
 */
export async function startLoginSession(
  tx: Tx,
  ctx: Pick<Ctx, 'front' | 'now'>,
  personId: string,
  caller: Caller,
): Promise<NewLoginSession> {
  const token = newToken();
  await queries.insertLoginSession(tx, {
    hash: hashToken(token),
    person_id: personId,
    front: ctx.front,
    user_agent: caller.userAgent,
    now: ctx.now,
    expires_at: expiry(ctx),
  });
  await queries.endOldestLoginSessions(tx, personId, { most: MAX_LOGIN_SESSIONS, but: hashToken(token) });
  return { token, browser: await saveKnownBrowser(tx, ctx, personId, caller.browser) };
}

/** Stored hash of a ticket; `secret` ties it to a browser. */
export const ticketHash = (ticket: string, secret: string | null): Buffer =>
  hashToken(secret === null ? ticket : `${ticket}.${secret}`);

async function issueTicket(
  tx: Tx,
  ctx: Ctx,
  { person, front, next }: { person: LoginSubject; front: Front; next: string | undefined },
): Promise<{ url: string; ticketSecret: string | null }> {
  const ticket = newToken();
  const origin = sameHost(ctx, front);
  const ticketSecret = isSameSite(origin, ctx.origin) ? newToken() : null;
  await tokens.insertToken(tx, {
    hash: ticketHash(ticket, ticketSecret),
    purpose: 'front_ticket',
    person_id: person.id,
    front,
    created_at: ctx.now,
    expires_at: ctx.now.add({ seconds: TICKET_SECONDS }),
  });
  const url = new URL('/enter', origin);
  url.searchParams.set('ticket', ticket);
  const path = safePath(next);
  if (path !== null) url.searchParams.set('next', path);
  return { url: url.href, ticketSecret };
}

/** Whether a cookie of one origin reaches the other: both are ports of one host. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.hostname === b.hostname && a.protocol === b.protocol;
}

/** The other front's origin on the host this browser uses: 127.0.0.1 does not become localhost. */
function sameHost(ctx: Ctx, front: Front): string {
  const { canonical, all } = ctx.settings.origins[front];
  const hostname = new URL(ctx.origin).hostname;
  return all.find((origin) => new URL(origin).hostname === hostname) ?? canonical;
}

/** Sets the cookies of a sign-in and ends the login session that the browser had. */
export async function finishSignIn<A, R extends string>(
  ctx: Ctx,
  { request, reply }: Exchange,
  result: Result<SignInResult<A>, R>,
): Promise<Result<A, R>> {
  if (!result.ok) return result;
  const { response, session, ticketSecret, secondFactor } = result.value;
  if (secondFactor !== undefined) secondFactorCookie.set(reply, ctx, secondFactor, SECOND_FACTOR_SECONDS);
  if (ticketSecret != null) setTicketCookie(reply, ctx, ticketSecret, TICKET_SECONDS);
  if (session !== null) {
    await logout(ctx, cookieOf(request, ctx));
    setCookie(reply, ctx, session.token, cookieSeconds(ctx));
    setKnownBrowser(ctx, reply, session.browser);
  }
  return ok(response);
}

/** Sets the cookie of a known browser. */
export function setKnownBrowser(ctx: Ctx, reply: FastifyReply, browser: string): void {
  browserCookie.set(reply, ctx, browser, BROWSER_DAYS * 86_400);
}

/** Sets the cookie of a login session, or clears it (null). */
export function renewLogin(ctx: Ctx, { reply }: Exchange, token: string | null): void {
  if (token === null) clearCookie(reply, ctx);
  else setCookie(reply, ctx, token, cookieSeconds(ctx));
}

/** Ends the login session of a token; ignores an unknown token. */
export async function logout(ctx: Ctx, token: string | undefined): Promise<Result<{ ok: true }, never>> {
  if (token !== undefined) await queries.deleteLoginSession(ctx.db, hashToken(token));
  return ok({ ok: true });
}

/** Actor of a cookie's token on this front, or null. Extends the login session, at most as often as its use is noted. */
export async function authenticate(
  ctx: Pick<Ctx, 'db' | 'now' | 'front'>,
  token: string | undefined,
): Promise<Actor | null> {
  if (token === undefined || token.length > 200) return null;
  const hash = hashToken(token);
  const row = await queries.actorOf(ctx.db, hash, ctx.front, ctx.now);
  if (row === undefined || frontOf(row.role) !== ctx.front) return null;
  const { seen_at, ...actor } = row;
  const { noted, whole } = LOGIN_LIFETIMES[ctx.front];
  if (Temporal.Instant.compare(seen_at.add(noted), ctx.now) <= 0) {
    await queries.touchLoginSession(ctx.db, hash, { now: ctx.now, expires: expiry(ctx), whole });
  }
  return actor;
}

export { personByIdentity } from './queries-identities.ts';
export { findPerson } from './queries.ts';

/** Whether a person's address is verified. */
export async function hasVerifiedEmail(db: Db, personId: string): Promise<boolean> {
  return (await addressOf(db, personId)).email_proved_at !== null;
}

/** The account of an address, ignoring case; undefined without one. */
export async function personOf(db: Database, email: string) {
  const person = await personByEmail(db, email);
  return person && { id: person.id, role: person.role, zone: person.zone };
}

/** Whether an address has an account. */
export async function hasAccount(db: Database, email: string): Promise<boolean> {
  return (await personByEmail(db, email)) !== undefined;
}
