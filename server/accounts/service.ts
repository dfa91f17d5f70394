import type { login as loginEndpoint } from '../../shared/accounts/contract.ts';
import { frontOf, safeNext } from '../../shared/accounts/rules.ts';
import type { AnswerOf, Role } from '../../shared/lib/endpoint.ts';
import { ok, type Result } from '../../shared/lib/result.ts';
import type { Front } from '../../shared/lib/wire.ts';
import type { Database } from '../db/database.ts';
import type { Db } from '../db/transaction.ts';
import type { Exchange } from '../lib/bind.ts';
import { clearCookie, cookieOf, setCookie, setTicketCookie, ticketCookieOf } from '../lib/cookie.ts';
import type { Actor, Ctx } from '../lib/ctx.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import * as queries from './queries-login-sessions.ts';
import * as tokens from './queries-tokens.ts';
import { personByEmail } from './queries.ts';

const DAY = { hours: 24 };
const LOGIN_DAYS = 90;
const TICKET_SECONDS = 60;
const TOUCH_AFTER = { minutes: 60 };
const USER_AGENT_MAX = 400;

export type SignedIn = AnswerOf<typeof loginEndpoint>;

/** Where a call comes from: its address, what the browser calls itself, and the secret that ties a ticket to it. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string | null;
  readonly ticketSecret: string | null;
}

/** What a browser gets beside the answer. `token` goes into the login cookie and nowhere else; null: no login session. */
export interface Started<A> {
  readonly answer: A;
  readonly token: string | null;
  /** For the cookie without which the ticket in `redirect` is worth nothing; null where it cannot be tied. */
  readonly ticketSecret?: string | null;
}

/** Whom a login session is for. */
export interface Entering {
  readonly id: string;
  readonly role: Role;
  readonly zone: string;
}

/** Until when a login session lives that is used now. */
export const expiry = (now: Temporal.Instant): Temporal.Instant => now.add({ hours: DAY.hours * LOGIN_DAYS });

export function callerOf(ctx: Ctx, { request }: Exchange): Caller {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    ticketSecret: ticketCookieOf(request, ctx) ?? null,
  };
}

/**
 * Lets somebody in who has shown who they are. On the front of their role it opens a login session; elsewhere it
 * answers where to go, with a one-time ticket (decisions 1).
 */
export async function letIn(
  ctx: Ctx,
  person: Entering,
  { caller, next, db = ctx.db }: { caller: Caller; next?: string | undefined; db?: Db },
): Promise<Started<SignedIn>> {
  const front = frontOf(person.role);
  const user = { id: person.id, timezone: person.zone, role: person.role };
  if (front === ctx.front) {
    const token = await startLoginSession(ctx, person.id, caller, db);
    return { answer: { user, redirect: null }, token };
  }
  const { url, ticketSecret } = await makeTicket(ctx, { person, front, next, db });
  return { answer: { user, redirect: url }, token: null, ticketSecret };
}

/** Opens a login session on this front under a token that nobody had before; answers the token. */
export async function startLoginSession(
  ctx: Ctx,
  personId: string,
  caller: Caller,
  db: Db = ctx.db,
): Promise<string> {
  const token = newToken();
  await queries.insertLoginSession(db, {
    hash: hashToken(token),
    person_id: personId,
    front: ctx.front,
    user_agent: caller.userAgent,
    now: ctx.now,
    expires_at: expiry(ctx.now),
  });
  return token;
}

/** What is stored of a ticket: of one that is tied to a browser, together with that browser's secret. */
export const ticketHash = (ticket: string, secret: string | null): Buffer =>
  hashToken(secret === null ? ticket : `${ticket}.${secret}`);

async function makeTicket(
  ctx: Ctx,
  { person, front, next, db }: { person: Entering; front: Front; next: string | undefined; db: Db },
): Promise<{ url: string; ticketSecret: string | null }> {
  const ticket = newToken();
  const there = sameHost(ctx, front);
  const ticketSecret = isSameSite(there, ctx.origin) ? newToken() : null;
  await tokens.insertToken(db, {
    hash: ticketHash(ticket, ticketSecret),
    purpose: 'front_ticket',
    person_id: person.id,
    front,
    created_at: ctx.now,
    expires_at: ctx.now.add({ seconds: TICKET_SECONDS }),
  });
  const url = new URL('/enter', there);
  url.searchParams.set('ticket', ticket);
  const path = safeNext(next);
  if (path !== null) url.searchParams.set('next', path);
  return { url: url.href, ticketSecret };
}

/** Whether a cookie of one origin reaches the other: both are ports of one host. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.hostname === b.hostname && a.protocol === b.protocol;
}

/** The other front's origin as this browser would write it: someone on 127.0.0.1 is not sent to localhost. */
function sameHost(ctx: Ctx, front: Front): string {
  const { canonical, all } = ctx.settings.origins[front];
  const here = new URL(ctx.origin).hostname;
  return all.find((origin) => new URL(origin).hostname === here) ?? canonical;
}

/** Presents a verb that lets somebody in: the cookies beside its answer. A login session that the browser had ends. */
export async function presented<A, R extends string>(
  ctx: Ctx,
  { request, reply }: Exchange,
  result: Result<Started<A>, R>,
): Promise<Result<A, R>> {
  if (!result.ok) return result;
  const { answer, token, ticketSecret } = result.value;
  if (ticketSecret != null) setTicketCookie(reply, ctx, ticketSecret, TICKET_SECONDS);
  if (token !== null) {
    await logout(ctx, cookieOf(request, ctx));
    setCookie(reply, ctx, token, LOGIN_DAYS * 86_400);
  }
  return ok(answer);
}

/** Gives the browser its login session's other token, or takes the cookie away when it is over (null). */
export function renew(ctx: Ctx, { reply }: Exchange, token: string | null): void {
  if (token === null) clearCookie(reply, ctx);
  else setCookie(reply, ctx, token, LOGIN_DAYS * 86_400);
}

/** Ends the login session of a token; an unknown one is fine. */
export async function logout(ctx: Ctx, token: string | undefined): Promise<Result<{ ok: true }, never>> {
  if (token !== undefined) await queries.deleteLoginSession(ctx.db, hashToken(token));
  return ok({ ok: true });
}

/** Who a cookie's token stands for on the front of their role, or null. Keeps a used login session alive, written once an hour. */
export async function whoIs(
  ctx: Pick<Ctx, 'db' | 'now' | 'front'>,
  token: string | undefined,
): Promise<Actor | null> {
  if (token === undefined || token.length > 200) return null;
  const hash = hashToken(token);
  const found = await queries.actorOf(ctx.db, hash, ctx.front, ctx.now);
  if (found === undefined || frontOf(found.role) !== ctx.front) return null;
  const { seen_at, ...actor } = found;
  if (Temporal.Instant.compare(seen_at.add(TOUCH_AFTER), ctx.now) <= 0) {
    await queries.touchLoginSession(ctx.db, hash, ctx.now, expiry(ctx.now));
  }
  return actor;
}

/** Whose account somebody of Google or Facebook has here; never found by the e-mail (security 6). */
export { personByIdentity } from './queries-identities.ts';

/** Whether an address has an account. */
export async function isKnown(db: Database, email: string): Promise<boolean> {
  return (await personByEmail(db, email)) !== undefined;
}
