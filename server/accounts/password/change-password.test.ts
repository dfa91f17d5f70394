import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  changePassword,
  endLoginSession,
  enterByLink,
  listLoginSessions,
  login,
  resetPassword,
} from '../../shared/accounts/contract.ts';
import { getMe } from '../../shared/me/contract.ts';
import { hashPassword } from '../lib/passwords.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, linkFor } from '../test/door.ts';
import type { TestPerson } from '../test/people.ts';
import { passwordChanged } from './events.ts';

const OLD = 'the old one';
const NEW = 'twelve tones';

let api: TestApp;
let hash: string;
let person: TestPerson;
beforeAll(async () => {
  api = await testApp();
  hash = await hashPassword(OLD);
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.people.make('client', { password_hash: hash });
});

const change = (as: TestPerson, current_password: string, new_password: string) =>
  api.call(changePassword, { body: { current_password, new_password } }, as);
const signIn = (email: string, password: string) => api.call(login, { body: { user: { email, password } } });
/** The same person in another browser. */
async function elsewhere(): Promise<TestPerson> {
  const answer = await signIn(person.email, OLD);
  return { ...person, cookie: cookieIn(answer) };
}
const isIn = async (as: TestPerson): Promise<boolean> => (await api.call(getMe, {}, as)).status === 200;

test('the password changes; every other login session ends, the present one goes on under another token', async () => {
  const other = await elsewhere();
  const stranger = await api.people.make('client');
  const told = vi.spyOn(api.app.queues, 'emit');
  const answer = await change(person, OLD, NEW);
  expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
  expect(told.mock.calls.filter(([, kind]) => kind === passwordChanged)).toHaveLength(1);
  told.mockRestore();
  const now = { ...person, cookie: cookieIn(answer) };
  expect(now.cookie).toMatch(/^talkback_studio=[\w-]{43}$/);
  expect(now.cookie).not.toBe(person.cookie);
  expect([await isIn(now), await isIn(person), await isIn(other), await isIn(stranger)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect((await signIn(person.email, OLD)).status).toBe(401);
  expect((await signIn(person.email, NEW)).status).toBe(200);
});

test('every link that was sent before is dead', async () => {
  const reset = await linkFor(api, person.id, 'reset_password');
  const enter = await linkFor(api, person.id, 'sign_in');
  await change(person, OLD, NEW);
  expect((await api.call(resetPassword, { body: { resetToken: reset } })).problem.code).toBe('bad_token');
  expect((await api.call(enterByLink, { body: { token: enter } })).problem.code).toBe('bad_token');
});

test('a wrong one is 401 wrong_password, and nothing changes', async () => {
  const other = await elsewhere();
  const { status, problem, headers } = await change(person, 'not it at all', NEW);
  expect([status, problem.code, problem.detail]).toEqual([401, 'wrong_password', 'Incorrect password.']);
  expect(headers['set-cookie']).toBeUndefined();
  expect([await isIn(person), await isIn(other)]).toEqual([true, true]);
  expect((await signIn(person.email, OLD)).status).toBe(200);
});

test('one that will not do is 422', async () => {
  const { status, problem } = await change(person, OLD, '1234567');
  expect([status, problem.code, problem.errors]).toEqual([
    422,
    'invalid',
    [{ field: 'new_password', message: 'Password must have at least 8 characters' }],
  ]);
});

test('who signs in with Google or Facebook has none to change: 422', async () => {
  const { status, problem } = await change(await api.people.make('partner'), OLD, NEW);
  expect([status, problem.code]).toEqual([422, 'no_password']);
});

test('of two at once one wins; the other hears that the password is wrong now', async () => {
  const other = await elsewhere();
  const all = await Promise.all([change(person, OLD, 'one password'), change(other, OLD, 'two passwords')]);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const won = all[0].status === 200 ? 'one password' : 'two passwords';
  expect((await signIn(person.email, won)).status).toBe(200);
  expect(all.some(({ status, problem }) => status === 401 && problem.code !== undefined)).toBe(true);
});

test('ten tries in a quarter of an hour: then 429, the right one too', async () => {
  for (let n = 0; n < 10; n += 1) await change(person, 'guess', NEW);
  const answer = await change(person, OLD, NEW);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('not signed in is 401 not_signed_in; malformed is 400', async () => {
  const body = { current_password: OLD, new_password: NEW };
  expect((await api.call(changePassword, { body })).problem.code).toBe('not_signed_in');
  expect((await api.call(changePassword, { body: { new_password: NEW } as never }, person)).status).toBe(400);
});

test('login sessions are listed with their devices, ended one by one or all others at once', async () => {
  const named = async (agent: string) => {
    const body = { user: { email: person.email, password: OLD } };
    return { ...person, cookie: cookieIn(await api.call(login, { body, headers: { 'user-agent': agent } })) };
  };
  const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const firefox = await named(linux);
  const long = await named(
    `Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 ${'x'.repeat(2000)}`,
  );
  const list = async (as: TestPerson) => (await api.call(listLoginSessions, {}, as)).body.login_sessions;
  const seen = await list(firefox);
  expect(Object.fromEntries(seen.map(({ device, current }) => [device, current]))).toEqual({
    'Chrome on Windows': false,
    'Firefox on Linux': true,
    'Unknown device': false,
  });
  expect(JSON.stringify(seen)).not.toContain(firefox.cookie.split('=')[1]);

  const chrome = seen.find(({ device }) => device === 'Chrome on Windows');
  const end = (as: TestPerson, id?: string) =>
    api.call(endLoginSession, { body: id === undefined ? {} : { id } }, as);
  const stranger = await api.people.make('client');
  const foreign = await end(stranger, chrome?.id);
  expect([foreign.status, foreign.problem.code]).toEqual([404, 'not_found']);
  expect(await isIn(long)).toBe(true);
  expect((await end(firefox, chrome?.id)).body.login_sessions).toHaveLength(2);
  expect([await isIn(long), await isIn(person), await isIn(firefox)]).toEqual([false, true, true]);
  expect((await end(firefox, chrome?.id)).status).toBe(404);
  expect((await end(firefox)).body.login_sessions.map(({ current }) => current)).toEqual([true]);
  expect([await isIn(person), await isIn(firefox), await isIn(stranger)]).toEqual([false, true, true]);
});

test('ending the present one is signing out', async () => {
  const { login_sessions } = (await api.call(listLoginSessions, {}, person)).body;
  const own = login_sessions.find(({ current }) => current);
  const answer = await api.call(endLoginSession, { body: { id: own?.id ?? '' } }, person);
  expect(answer.body.login_sessions).toEqual([]);
  expect(String(answer.headers['set-cookie'])).toMatch(/^talkback_studio=; .*1970/);
  expect(await isIn(person)).toBe(false);
});

test('a login session that has run out is not listed', async () => {
  const short = await elsewhere();
  await api.db
    .updateTable('login_sessions')
    .set({ expires_at: api.clock.now() })
    .where('person_id', '=', person.id)
    .where('user_agent', 'is not', null)
    .execute();
  expect(await isIn(short)).toBe(false);
  expect((await api.call(listLoginSessions, {}, person)).body.login_sessions).toHaveLength(1);
});
