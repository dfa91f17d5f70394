import { describe, expect } from 'vitest';
import { redeemTicket, login, logout } from '#shared/accounts/contract.ts';
import { getLimitations, getStudio } from '#shared/content/contract.ts';
import { createFlags } from '../content/service.ts';
import { newToken } from '../lib/ids.ts';
import { hashPassword } from '../lib/passwords.ts';
import { test as base } from '#test/api/test.ts';

const PARTNERS = { host: 'localhost:4001', origin: 'http://localhost:4001' };
const cookieIn = (headers: Record<string, unknown>): string => String([headers['set-cookie']].flat()[0]);
const body = (email: string, password = 'talkback', next?: string) => ({
  user: { email, password },
  ...(next === undefined ? {} : { next }),
});

const test = base.extend('hash', { scope: 'file' }, () => hashPassword('talkback'));

describe('signing in', () => {
  test('a client signs in on the studio, whatever the case of the address, and the cookie is theirs', async ({
    app,
    hash,
  }) => {
    const person = await app.people.make('client', { email: 'Client@One.test', password_hash: hash });
    const answer = await app.call(login, { body: body(' client@one.TEST ') });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      user: { id: person.id, timezone: 'Europe/Lisbon', role: 'client' },
      redirect: null,
    });
    expect(cookieIn(answer.headers)).toMatch(
      /^talkback_studio=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const cookie = cookieIn(answer.headers).split(';')[0] ?? '';
    const seen = await app.call(getLimitations, { headers: { cookie } });
    expect(seen.status).toBe(200);
  });

  test.for([
    ['an unknown address', 'nobody@one.test', 'talkback'],
    ['a wrong password', 'wrong@one.test', 'not it at all'],
  ] as const)('%s is 401 with the same words', async ([, email, password], { app, hash }) => {
    await app.people.make('client', { email: `wrong@one.test${Math.random()}`, password_hash: hash });
    const answer = await app.call(login, { body: body(email, password) });
    expect(answer.status).toBe(401);
    expect(answer.problem).toMatchObject({
      code: 'wrong_credentials',
      detail: 'Invalid email or wrong password',
    });
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('an account without a password is told where to go: 422', async ({ app }) => {
    await app.people.make('client', { email: 'google@one.test' });
    const answer = await app.call(login, { body: body('google@one.test') });
    expect(answer.status).toBe(422);
    expect(answer.problem.detail).toBe('Your need to login using your Google or Facebook account.');
  });

  test('an account on the waiting list is 403 and told so', async ({ app, hash }) => {
    const person = await app.people.make('client', { email: 'waiting@one.test', password_hash: hash });
    await app.db.updateTable('people').set({ waitlisted: true }).where('id', '=', person.id).execute();
    const answer = await app.call(login, { body: body('waiting@one.test') });
    expect(answer.status).toBe(403);
    expect(answer.problem.code).toBe('waitlisted');
  });

  test.for([
    ['no body', undefined],
    ['no user', { user: null }],
    ['a number for an address', { user: { email: 1, password: 'x' } }],
    ['a password beyond all measure', { user: { email: 'a@b.test', password: 'x'.repeat(257) } }],
  ] as const)('malformed input is 400: %s', async ([, bad], { app }) => {
    const answer = await app.call(login, { body: bad as never });
    expect(answer.status).toBe(400);
    expect(answer.problem.code).toBe('malformed');
    expect(answer.problem.errors?.length).toBeGreaterThan(0);
  });

  test('after 20 wrong tries in a quarter of an hour a browser that nobody knows rests: 429 with Retry-After', async ({
    app,
    hash,
  }) => {
    await app.people.make('client', { email: 'busy@one.test', password_hash: hash });
    for (let index = 0; index < 20; index += 1)
      await app.call(login, { body: body('busy@one.test', 'guess') });
    const answer = await app.call(login, { body: body('busy@one.test') });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBe(900);
    expect(answer.problem.detail).toBe('That was a lot at once. Try again in 15 minutes.');
    app.clock.add({ minutes: 16 });
    expect((await app.call(login, { body: body('busy@one.test') })).status).toBe(200);
  });
});

describe("someone at another role's front", () => {
  test('is sent to their own with a ticket that works once, there only, for a minute', async ({
    app,
    hash,
  }) => {
    await app.people.make('partner', { email: 'drummer@one.test', password_hash: hash });
    const answer = await app.call(login, {
      body: body('drummer@one.test', 'talkback', '/sessions/100001?a=1#x'),
    });
    expect(answer.status).toBe(200);
    expect(cookieIn(answer.headers)).toMatch(
      /^talkback_ticket=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const url = new URL(answer.body.redirect ?? '');
    expect(url.origin).toBe('http://localhost:4001');
    expect(url.pathname).toBe('/enter');
    expect(url.searchParams.get('next')).toBe('/sessions/100001?a=1#x');
    const ticket = url.searchParams.get('ticket') ?? '';
    const cookie = cookieIn(answer.headers).split(';')[0] ?? '';
    const partners = { ...PARTNERS, cookie };

    expect((await app.call(redeemTicket, { body: { ticket }, headers: { cookie } })).status).toBe(422);
    const entered = await app.call(redeemTicket, { body: { ticket }, headers: partners });
    expect(entered.status).toBe(200);
    expect(cookieIn(entered.headers)).toMatch(/^talkback_partners=/);
    const again = await app.call(redeemTicket, { body: { ticket }, headers: partners });
    expect(again.status).toBe(422);
    expect(again.problem.code).toBe('bad_ticket');
  });

  test('a ticket is too old after 60 seconds', async ({ app, hash }) => {
    await app.people.make('partner', { email: 'late@one.test', password_hash: hash });
    const answer = await app.call(login, { body: body('late@one.test') });
    const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
    const cookie = cookieIn(answer.headers).split(';')[0] ?? '';
    app.clock.add({ seconds: 60 });
    const late = await app.call(redeemTicket, { body: { ticket }, headers: { ...PARTNERS, cookie } });
    expect(late.status).toBe(422);
  });

  test('a ticket is worth nothing in a browser that was not sent there', async ({ app, hash }) => {
    await app.people.make('partner', { email: 'lure@one.test', password_hash: hash });
    const answer = await app.call(login, { body: body('lure@one.test') });
    const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
    const cookie = `talkback_ticket=${newToken()}`;
    expect((await app.call(redeemTicket, { body: { ticket }, headers: PARTNERS })).status).toBe(422);
    const other = await app.call(redeemTicket, { body: { ticket }, headers: { ...PARTNERS, cookie } });
    expect(other.problem.code).toBe('bad_ticket');
    const own = cookieIn(answer.headers).split(';')[0] ?? '';
    const entered = await app.call(redeemTicket, { body: { ticket }, headers: { ...PARTNERS, cookie: own } });
    expect(entered.status).toBe(200);
  });

  test('is never sent to a place that is not ours', async ({ app, hash }) => {
    await app.people.make('partner', { email: 'next@one.test', password_hash: hash });
    for (const next of ['//evil.test/x', 'https://evil.test', '/\\evil.test', 'javascript:alert(1)']) {
      const answer = await app.call(login, { body: body('next@one.test', 'talkback', next) });
      expect(new URL(answer.body.redirect ?? '').searchParams.get('next')).toBeNull();
    }
  });

  test("a login session of one front is nobody's on another", async ({ app }) => {
    const person = await app.people.make('client');
    const cookie = person.cookie.replace('talkback_studio', 'talkback_partners');
    const headers = { cookie, host: 'localhost:4001', origin: 'http://localhost:4001' };
    expect((await app.call(getLimitations, { headers })).status).toBe(401);
  });
});

describe('signing out', () => {
  test('ends the login session and takes the cookie away; a second time is fine', async ({ app }) => {
    const person = await app.people.make('client');
    const answer = await app.call(logout, {}, person);
    expect(answer.status).toBe(200);
    expect(cookieIn(answer.headers)).toMatch(/^talkback_studio=; .*Expires=Thu, 01 Jan 1970/);
    expect((await app.call(getLimitations, {}, person)).status).toBe(401);
    expect((await app.call(logout, {}, person)).status).toBe(200);
  });

  test('signing in again ends the login session that the browser had', async ({ app, hash }) => {
    const person = await app.people.make('client', { email: 'again@one.test', password_hash: hash });
    await app.call(login, { body: body('again@one.test'), headers: { cookie: person.cookie } });
    expect((await app.call(getLimitations, {}, person)).status).toBe(401);
  });
});

describe('what another site sends is refused', () => {
  test.for([
    ['a foreign Origin', { origin: 'https://evil.test' }],
    ['Origin null', { origin: 'null' }],
    ['no Origin but cross-site', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring subdomain', { origin: '', 'sec-fetch-site': 'same-site' }],
  ] as const)('%s', async ([, given], { app }) => {
    const person = await app.people.make('client');
    for (const [method, url] of [
      ['POST', '/api/users/login'],
      ['GET', '/api/users/logout'],
      ['GET', '/api/users/%6Cogout'],
    ] as const) {
      const { origin, ...rest } = given;
      const headers = {
        host: 'localhost:4000',
        cookie: person.cookie,
        ...rest,
        ...(origin === '' ? {} : { origin }),
      };
      const answer = await app.http.inject({
        method,
        url,
        headers,
        ...(method === 'POST' ? { payload: body('a@b.test') } : {}),
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'cross_site' });
    }
    expect((await app.call(getLimitations, {}, person)).status).toBe(200);
  });

  test('a form that posts text/plain reaches no verb: 415', async ({ app }) => {
    const headers = { host: 'localhost:4000', 'content-type': 'text/plain' };
    const payload = JSON.stringify(body('a@b.test'));
    const answer = await app.http.inject({ method: 'POST', url: '/api/users/login', headers, payload });
    expect(answer.statusCode).toBe(415);
  });

  test('a host name that is none of ours finds nothing', async ({ app }) => {
    const answer = await app.http.inject({
      method: 'GET',
      url: '/content/studio',
      headers: { host: 'evil.test' },
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the studio before anyone signs in', () => {
  test('names itself, its front and the time; no provider without its id', async ({ app }) => {
    const answer = await app.call(getStudio, {});
    expect(answer.body.studio).toMatchObject({
      name: 'Talkback',
      front: 'studio',
      now: app.clock.now().toString(),
      google_client_id: null,
      facebook_app_id: null,
    });
  });

  test("an operator's override of a flag is seen, the others keep their defaults", async ({ app }) => {
    await app.db.insertInto('flags').values({ key: 'waitlist', value: 'true' }).execute();
    expect(await createFlags(app.db)()).toMatchObject({
      waitlist: true,
      'credit-card-first': true,
      sale: false,
    });
  });
});

describe('every answer', () => {
  test('of the API is not stored, is not sniffed and carries a request id', async ({ app }) => {
    const { headers } = await app.call(getStudio, {});
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(String(headers['content-security-policy'])).toContain("script-src 'self';");
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('the document of all calls is OpenAPI 3.1 and names each of them', async ({ app }) => {
    const answer = await app.http.inject({
      url: '/api/openapi.json',
      headers: { host: 'localhost:4000' },
    });
    const document = answer.json() as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/api/users/login']).toHaveProperty('post.responses.401');
  });

  test('a path that is not there is a problem document: 404', async ({ app }) => {
    const answer = await app.http.inject({ url: '/api/nothing', headers: { host: 'localhost:4000' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found', status: 404 });
  });
});

test('a login session is nothing while its person waits for a place, or once they have another role', async ({
  app,
}) => {
  const person = await app.people.make('client');
  const put = (change: { waitlisted?: boolean; role?: 'client' | 'partner' }) =>
    app.db.updateTable('people').set(change).where('id', '=', person.id).execute();
  const statusOf = async () => (await app.call(getLimitations, {}, person)).status;
  expect(await statusOf()).toBe(200);
  await put({ waitlisted: true });
  expect(await statusOf()).toBe(401);
  await put({ waitlisted: false, role: 'partner' });
  expect(await statusOf()).toBe(401);
  await put({ role: 'client' });
  expect(await statusOf()).toBe(200);
});
