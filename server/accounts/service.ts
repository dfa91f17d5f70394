import type { enter as enterEndpoint, login as loginEndpoint } from '../../shared/accounts/contract.ts';
import { frontOf, safeNext } from '../../shared/accounts/rules.ts';
import type { AnswerOf, InputOf, ProblemOf, Role } from '../../shared/lib/endpoint.ts';
import type { Front } from '../../shared/lib/wire.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import type { Actor, Ctx } from '../lib/ctx.ts';
import { hashToken, newToken } from '../lib/ids.ts';
import { verifyPassword } from '../lib/passwords.ts';
import { addressKey, limit } from '../lib/rate.ts';
import * as tokens from './queries-tokens.ts';
import * as queries from './queries.ts';

const DAY = { hours: 24 };
export const LOGIN_DAYS = 90;
const TICKET_SECONDS = 60;
const TOUCH_AFTER = { minutes: 60 };

/** A login session that has just been made; `token` goes into the cookie and nowhere else. */
interface Started<A> {
  readonly answer: A;
  readonly token: string | null;
}

type LoginAnswer = AnswerOf<typeof loginEndpoint>;

const expiry = (now: Temporal.Instant): Temporal.Instant => now.add({ hours: DAY.hours * LOGIN_DAYS });

/**
 * Signs in. On the front of the person's role it opens a login session; elsewhere it answers where to go, with a
 * one-time ticket (decisions 1). Costs the same whoever asks; counted per account and per address.
 */
export async function login(
  ctx: Ctx,
  input: InputOf<typeof loginEndpoint>,
  address: string,
): Promise<Result<Started<LoginAnswer>, ProblemOf<typeof loginEndpoint>>> {
  const { user, next } = input.body;
  const email = user.email.trim().toLowerCase();
  await limit(ctx.db, ctx.now, `login:address:${addressKey(address)}`, 100, 300);
  await limit(ctx.db, ctx.now, `login:account:${email}`, 20, 900);
  const person = await queries.personByEmail(ctx.db, email);
  const matches = await verifyPassword(person?.password_hash ?? null, user.password);
  if (person === undefined) return fail('wrong_credentials');
  if (person.password_hash === null) return fail('no_password');
  if (!matches) return fail('wrong_credentials');
  if (person.waitlisted) return fail('waitlisted');
  const front = frontOf(person.role);
  const answer = { user: { id: person.id, timezone: person.zone, role: person.role }, redirect: null };
  if (front === ctx.front) return ok({ answer, token: await startLoginSession(ctx, person.id) });
  const redirect = await ticketUrl(ctx, person, front, next);
  return ok({ answer: { ...answer, redirect }, token: null });
}

async function startLoginSession(ctx: Ctx, personId: string): Promise<string> {
  const token = newToken();
  await queries.insertLoginSession(ctx.db, {
    hash: hashToken(token),
    person_id: personId,
    front: ctx.front,
    now: ctx.now,
    expires_at: expiry(ctx.now),
  });
  return token;
}

async function ticketUrl(
  ctx: Ctx,
  person: { id: string; role: Role },
  front: Front,
  next: string | undefined,
): Promise<string> {
  const ticket = newToken();
  await tokens.insertToken(ctx.db, {
    hash: hashToken(ticket),
    purpose: 'front_ticket',
    person_id: person.id,
    front,
    created_at: ctx.now,
    expires_at: ctx.now.add({ seconds: TICKET_SECONDS }),
  });
  const url = new URL('/enter', sameHost(ctx, front));
  url.searchParams.set('ticket', ticket);
  const path = safeNext(next);
  if (path !== null) url.searchParams.set('next', path);
  return url.href;
}

/** The other front's origin as this browser would write it: someone on 127.0.0.1 is not sent to localhost. */
function sameHost(ctx: Ctx, front: Front): string {
  const { canonical, all } = ctx.settings.origins[front];
  const here = new URL(ctx.origin).hostname;
  return all.find((origin) => new URL(origin).hostname === here) ?? canonical;
}

/** Exchanges a ticket for a login session on this front. A used, old or foreign ticket is refused. */
export async function enter(
  ctx: Ctx,
  input: InputOf<typeof enterEndpoint>,
  address: string,
): Promise<Result<Started<LoginAnswer>, ProblemOf<typeof enterEndpoint>>> {
  await limit(ctx.db, ctx.now, `ticket:address:${addressKey(address)}`, 60, 300);
  const token = newToken();
  return transaction(ctx, async (tx) => {
    const spent = await tokens.spendToken(
      tx,
      hashToken(input.body.ticket),
      ['front_ticket'],
      ctx.now,
      ctx.front,
    );
    if (spent === undefined) return fail('bad_ticket');
    const person = await queries.personById(tx, spent.person_id);
    await queries.insertLoginSession(tx, {
      hash: hashToken(token),
      person_id: person.id,
      front: ctx.front,
      now: ctx.now,
      expires_at: expiry(ctx.now),
    });
    return ok({
      answer: { user: { id: person.id, timezone: person.zone, role: person.role }, redirect: null },
      token,
    });
  });
}

/** Ends the login session of a token; an unknown one is fine. */
export async function logout(ctx: Ctx, token: string | undefined): Promise<Result<{ ok: true }, never>> {
  if (token !== undefined) await queries.deleteLoginSession(ctx.db, hashToken(token));
  return ok({ ok: true });
}

/** Who a cookie's token stands for on a front, or null. Keeps a used login session alive, written once an hour. */
export async function whoIs(
  ctx: Pick<Ctx, 'db' | 'now' | 'front'>,
  token: string | undefined,
): Promise<Actor | null> {
  if (token === undefined || token.length > 200) return null;
  const hash = hashToken(token);
  const found = await queries.actorOf(ctx.db, hash, ctx.front, ctx.now);
  if (found === undefined) return null;
  const { seen_at, ...actor } = found;
  if (Temporal.Instant.compare(seen_at.add(TOUCH_AFTER), ctx.now) <= 0) {
    await queries.touchLoginSession(ctx.db, hash, ctx.now, expiry(ctx.now));
  }
  return actor;
}
