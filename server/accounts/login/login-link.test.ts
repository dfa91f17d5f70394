import { describe, expect, vi } from 'vitest';
import { requestLoginLink, redeemTicket, loginByLink } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { testApp } from '#test/api/app.ts';
import { cookieIn, linkFor, PARTNERS, waiting } from '#test/rooms/accounts.ts';
import { linkRequested, loginLinkRequested } from '../events.ts';
import { test as base } from '#test/api/test.ts';

const test = base.extend(
  'follow',
  { scope: 'file' },
  ({ app }) =>
    (token: string, more: { next?: string; headers?: Record<string, string> } = {}) => {
      const { next, headers = {} } = more;
      return app.call(loginByLink, { body: { token, ...(next === undefined ? {} : { next }) }, headers });
    },
);

describe('asking for a link', () => {
  test('answers and does the same for known and unknown addresses', async ({ app }) => {
    await app.people.make('client', { email: 'known@link.test' });
    const seen = [];
    for (const email of ['known@link.test', 'unknown@link.test']) {
      const before = await waiting(app, linkRequested.event);
      const { status, body } = await app.call(requestLoginLink, { body: { email, next: '/sessions' } });
      seen.push({ status, body, work: (await waiting(app, linkRequested.event)) - before });
    }
    expect(seen[0]).toEqual({ status: 200, body: { ok: true }, work: 1 });
    expect(seen[1]).toEqual(seen[0]);
  });

  test('passes on a path of ours, and no other', async ({ app }) => {
    await app.queues.drain();
    const { id: person_id } = await app.people.make('partner', { email: 'paths@link.test' });
    const told = vi.spyOn(app.ctx().events, 'emit');
    for (const next of ['/sessions/1?a=b#c', '//evil.test', 'https://evil.test', '/\\evil.test'])
      await app.call(requestLoginLink, { body: { email: 'Paths@link.test', next } });
    await app.queues.drain();
    const events = told.mock.calls.filter(([, kind]) => kind === loginLinkRequested);
    const paths = events.map(([, , payload]) => ('next' in payload ? payload.next : null));
    expect(paths.filter((path) => path === null)).toHaveLength(3);
    expect(events.map(([, , payload]) => payload)).toContainEqual({ person_id, next: '/sessions/1?a=b#c' });
    told.mockRestore();
  });

  test('wants an address, and no more than five times in a quarter of an hour', async ({ app }) => {
    const { problem } = await app.call(requestLoginLink, { body: { email: 'ada' } });
    expect(problem.errors).toEqual([{ field: 'email', message: 'Invalid email address' }]);
    const ask = async () => (await app.call(requestLoginLink, { body: { email: 'often@link.test' } })).status;
    expect([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
  });
});

describe('the link', () => {
  test('signs in once, under a token of its own; what the browser had before ends', async ({
    app,
    follow,
  }) => {
    const person = await app.people.make('client');
    const stranger = await app.people.make('client');
    const token = await linkFor(app, person.id, 'sign_in');
    const answer = await follow(token, { headers: { cookie: stranger.cookie } });
    expect(answer.body).toMatchObject({ user: { id: person.id, role: 'client' }, redirect: null });
    const me = await app.call(getMe, { headers: { cookie: cookieIn(answer) } });
    expect(me.body.user.id).toBe(person.id);
    expect((await app.call(getMe, {}, stranger)).status).toBe(401);
    const again = await follow(token);
    expect([again.status, again.problem.code]).toEqual([422, 'bad_token']);
  });

  test('works for 15 minutes less a second', async ({ app, follow }) => {
    const person = await app.people.make('client');
    const token = await linkFor(app, person.id, 'sign_in');
    const start = app.clock.now();
    app.clock.instant = start.add({ minutes: 15 });
    expect((await follow(token)).problem.code).toBe('bad_token');
    app.clock.instant = start.add({ minutes: 15 }).subtract({ seconds: 1 });
    expect((await follow(token)).status).toBe(200);
    app.clock.instant = start;
  });

  test('of two who follow it at once one is in', async ({ app, follow }) => {
    const person = await app.people.make('client');
    const token = await linkFor(app, person.id, 'sign_in');
    const all = await Promise.all([follow(token), follow(token), follow(token)]);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 422)).toHaveLength(2);
  });

  test('a newer one voids it; tampered with, or of another kind, it is nothing', async ({ app, follow }) => {
    const person = await app.people.make('client');
    const first = await linkFor(app, person.id, 'sign_in');
    const second = await linkFor(app, person.id, 'sign_in');
    const reset = await linkFor(app, person.id, 'reset_password');
    for (const bad of [first, `${second}x`, second.toLowerCase(), reset, ''])
      expect((await follow(bad)).problem.code).toBe('bad_token');
    expect((await follow(second)).status).toBe(200);
  });

  test("on another role's front it leads on with a ticket, to a path of ours only", async ({
    app,
    follow,
  }) => {
    const person = await app.people.make('partner');
    const paths = { '/sessions?a=b': '/sessions?a=b', '//evil.test': null };
    for (const [next, kept] of Object.entries(paths)) {
      const answer = await follow(await linkFor(app, person.id, 'sign_in'), { next });
      const url = new URL(answer.body.redirect ?? '');
      expect([url.origin, url.searchParams.get('next')]).toEqual(['http://localhost:4001', kept]);
      const headers = { ...PARTNERS, cookie: cookieIn(answer) };
      const ticket = url.searchParams.get('ticket') ?? '';
      expect((await app.call(redeemTicket, { body: { ticket }, headers })).status).toBe(200);
    }
    const token = await linkFor(app, person.id, 'sign_in');
    expect((await follow(token, { headers: PARTNERS })).body.redirect).toBeNull();
  });

  test('of somebody on the waiting list is 403 and not spent', async ({ app, follow }) => {
    const person = await app.people.make('client');
    const waits = (waitlisted: boolean) =>
      app.db.updateTable('people').set({ waitlisted }).where('id', '=', person.id).execute();
    await waits(true);
    const token = await linkFor(app, person.id, 'sign_in');
    const { status, problem } = await follow(token);
    expect([status, problem.code]).toEqual([403, 'waitlisted']);
    await waits(false);
    expect((await follow(token)).status).toBe(200);
  });

  test('may be tried 60 times in five minutes from one address', async () => {
    const app = await testApp();
    const guess = () => app.call(loginByLink, { body: { token: 'guess' } });
    for (let n = 0; n < 60; n += 1) await guess();
    expect((await guess()).status).toBe(429);
    await app.close();
  });
});
