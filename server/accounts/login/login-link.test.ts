import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askSignInLink, enter, enterByLink } from '../../shared/accounts/contract.ts';
import { getMe } from '../../shared/me/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, linkFor, PARTNERS, waiting } from '../test/door.ts';
import { linkAsked, signInLinkAsked } from './events.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const follow = (token: string, more: { next?: string; headers?: Record<string, string> } = {}) => {
  const { next, headers = {} } = more;
  return api.call(enterByLink, { body: { token, ...(next === undefined ? {} : { next }) }, headers });
};

describe('asking for a link', () => {
  test('answers and does the same for known and unknown addresses', async () => {
    await api.people.make('client', { email: 'known@link.test' });
    const seen = [];
    for (const email of ['known@link.test', 'unknown@link.test']) {
      const before = await waiting(api, linkAsked.event);
      const { status, body } = await api.call(askSignInLink, { body: { email, next: '/sessions' } });
      seen.push({ status, body, work: (await waiting(api, linkAsked.event)) - before });
    }
    expect(seen[0]).toEqual({ status: 200, body: { ok: true }, work: 1 });
    expect(seen[1]).toEqual(seen[0]);
  });

  test('passes on a path of ours, and no other', async () => {
    await api.app.queues.drain();
    const { id: person_id } = await api.people.make('partner', { email: 'paths@link.test' });
    const told = vi.spyOn(api.app.queues, 'emit');
    for (const next of ['/sessions/1?a=b#c', '//evil.test', 'https://evil.test', '/\\evil.test'])
      await api.call(askSignInLink, { body: { email: 'Paths@link.test', next } });
    await api.app.queues.drain();
    const events = told.mock.calls.filter(([, kind]) => kind === signInLinkAsked);
    const paths = events.map(([, , payload]) => ('next' in payload ? payload.next : null));
    expect(paths.filter((path) => path === null)).toHaveLength(3);
    expect(events.map(([, , payload]) => payload)).toContainEqual({ person_id, next: '/sessions/1?a=b#c' });
    told.mockRestore();
  });

  test('wants an address, and no more than five times in a quarter of an hour', async () => {
    const { problem } = await api.call(askSignInLink, { body: { email: 'ada' } });
    expect(problem.errors).toEqual([{ field: 'email', message: 'Invalid email address' }]);
    const ask = async () => (await api.call(askSignInLink, { body: { email: 'often@link.test' } })).status;
    expect([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual([
      200, 200, 200, 200, 200, 429,
    ]);
  });
});

describe('the link', () => {
  test('signs in once, under a token of its own; what the browser had before ends', async () => {
    const person = await api.people.make('client');
    const stranger = await api.people.make('client');
    const token = await linkFor(api, person.id, 'sign_in');
    const answer = await follow(token, { headers: { cookie: stranger.cookie } });
    expect(answer.body).toMatchObject({ user: { id: person.id, role: 'client' }, redirect: null });
    const me = await api.call(getMe, { headers: { cookie: cookieIn(answer) } });
    expect(me.body.user.id).toBe(person.id);
    expect((await api.call(getMe, {}, stranger)).status).toBe(401);
    const again = await follow(token);
    expect([again.status, again.problem.code]).toEqual([422, 'bad_token']);
  });

  test('works for 15 minutes less a second', async () => {
    const person = await api.people.make('client');
    const token = await linkFor(api, person.id, 'sign_in');
    const start = api.clock.now();
    api.clock.instant = start.add({ minutes: 15 });
    expect((await follow(token)).problem.code).toBe('bad_token');
    api.clock.instant = start.add({ minutes: 15 }).subtract({ seconds: 1 });
    expect((await follow(token)).status).toBe(200);
    api.clock.instant = start;
  });

  test('of two who follow it at once one is in', async () => {
    const person = await api.people.make('client');
    const token = await linkFor(api, person.id, 'sign_in');
    const all = await Promise.all([follow(token), follow(token), follow(token)]);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 422)).toHaveLength(2);
  });

  test('a newer one voids it; tampered with, or of another kind, it is nothing', async () => {
    const person = await api.people.make('client');
    const first = await linkFor(api, person.id, 'sign_in');
    const second = await linkFor(api, person.id, 'sign_in');
    const reset = await linkFor(api, person.id, 'reset_password');
    for (const bad of [first, `${second}x`, second.toLowerCase(), reset, ''])
      expect((await follow(bad)).problem.code).toBe('bad_token');
    expect((await follow(second)).status).toBe(200);
  });

  test("on another role's front it leads on with a ticket, to a path of ours only", async () => {
    const person = await api.people.make('partner');
    const paths = { '/sessions?a=b': '/sessions?a=b', '//evil.test': null };
    for (const [next, kept] of Object.entries(paths)) {
      const answer = await follow(await linkFor(api, person.id, 'sign_in'), { next });
      const url = new URL(answer.body.redirect ?? '');
      expect([url.origin, url.searchParams.get('next')]).toEqual(['http://localhost:4001', kept]);
      const headers = { ...PARTNERS, cookie: cookieIn(answer) };
      const ticket = url.searchParams.get('ticket') ?? '';
      expect((await api.call(enter, { body: { ticket }, headers })).status).toBe(200);
    }
    const token = await linkFor(api, person.id, 'sign_in');
    expect((await follow(token, { headers: PARTNERS })).body.redirect).toBeNull();
  });

  test('of somebody on the waiting list is 403 and not spent', async () => {
    const person = await api.people.make('client');
    const waits = (waitlisted: boolean) =>
      api.db.updateTable('people').set({ waitlisted }).where('id', '=', person.id).execute();
    await waits(true);
    const token = await linkFor(api, person.id, 'sign_in');
    const { status, problem } = await follow(token);
    expect([status, problem.code]).toEqual([403, 'waitlisted']);
    await waits(false);
    expect((await follow(token)).status).toBe(200);
  });

  test('may be tried 60 times in five minutes from one address', async () => {
    const app = await testApp();
    const guess = () => app.call(enterByLink, { body: { token: 'guess' } });
    for (let n = 0; n < 60; n += 1) await guess();
    expect((await guess()).status).toBe(429);
    await app.close();
  });
});
