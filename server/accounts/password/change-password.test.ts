import { expect, vi } from 'vitest';
import { changePassword, loginByLink, login, resetPassword } from '#shared/accounts/contract.ts';
import { endLoginSession, listLoginSessions } from '#shared/accounts/contract-login-sessions.ts';
import { getMe } from '#shared/me/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { cookieIn, linkFor } from '#test/rooms/accounts.ts';
import type { TestPerson } from '#test/api/people.ts';
import { passwordChanged } from '../events.ts';
import { test as base } from '#test/api/test.ts';

const OLD = 'the old one';
const NEW = 'twelve tones';

const test = base
  .extend('hash', { scope: 'file' }, () => hashPassword(OLD))
  .extend('person', ({ app, hash }) => app.people.make('client', { password_hash: hash }))
  .extend(
    'change',
    { scope: 'file' },
    ({ app }) =>
      (as: TestPerson, current_password: string, new_password: string) =>
        app.call(changePassword, { body: { current_password, new_password } }, as),
  )
  .extend(
    'signIn',
    { scope: 'file' },
    ({ app }) =>
      (email: string, password: string) =>
        app.call(login, { body: { user: { email, password } } }),
  )
  /** The same person in another browser. */
  .extend('elsewhere', ({ person, signIn }) => async (): Promise<TestPerson> => {
    const answer = await signIn(person.email, OLD);
    return { ...person, cookie: cookieIn(answer) };
  })
  .extend(
    'isIn',
    { scope: 'file' },
    ({ app }) =>
      async (as: TestPerson): Promise<boolean> =>
        (await app.call(getMe, {}, as)).status === 200,
  );

test('the password changes; every other login session ends, the present one goes on under another token', async ({
  app,
  person,
  change,
  signIn,
  elsewhere,
  isIn,
}) => {
  const other = await elsewhere();
  const stranger = await app.people.make('client');
  const told = vi.spyOn(app.ctx().events, 'emit');
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

test('every link that was sent before is dead', async ({ app, person, change }) => {
  const reset = await linkFor(app, person.id, 'reset_password');
  const enter = await linkFor(app, person.id, 'sign_in');
  await change(person, OLD, NEW);
  expect((await app.call(resetPassword, { body: { resetToken: reset } })).problem.code).toBe('bad_token');
  expect((await app.call(loginByLink, { body: { token: enter } })).problem.code).toBe('bad_token');
});

test('a wrong one is 401 wrong_password, and nothing changes', async ({
  person,
  change,
  signIn,
  elsewhere,
  isIn,
}) => {
  const other = await elsewhere();
  const { status, problem, headers } = await change(person, 'not it at all', NEW);
  expect([status, problem.code, problem.detail]).toEqual([401, 'wrong_password', 'Incorrect password.']);
  expect(headers['set-cookie']).toBeUndefined();
  expect([await isIn(person), await isIn(other)]).toEqual([true, true]);
  expect((await signIn(person.email, OLD)).status).toBe(200);
});

test('an invalid new one is 422', async ({ person, change }) => {
  const { status, problem } = await change(person, OLD, '1234567');
  expect([status, problem.code, problem.errors]).toEqual([
    422,
    'invalid',
    [{ field: 'new_password', message: 'Password must have at least 8 characters' }],
  ]);
});

test('who signs in with Google or Facebook has none to change: 422', async ({ app, change }) => {
  const { status, problem } = await change(await app.people.make('partner'), OLD, NEW);
  expect([status, problem.code]).toEqual([422, 'no_password']);
});

test('of two at once one wins; the other gets wrong_password', async ({
  person,
  change,
  signIn,
  elsewhere,
}) => {
  const other = await elsewhere();
  const all = await Promise.all([change(person, OLD, 'one password'), change(other, OLD, 'two passwords')]);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const won = all[0].status === 200 ? 'one password' : 'two passwords';
  expect((await signIn(person.email, won)).status).toBe(200);
  expect(all.some(({ status, problem }) => status === 401 && problem.code !== undefined)).toBe(true);
});

test('ten tries in a quarter of an hour: then 429, the right one too', async ({ person, change }) => {
  for (let n = 0; n < 10; n += 1) await change(person, 'guess', NEW);
  const answer = await change(person, OLD, NEW);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('not signed in is 401 not_signed_in; a malformed body is 400', async ({ app, person }) => {
  const body = { current_password: OLD, new_password: NEW };
  expect((await app.call(changePassword, { body })).problem.code).toBe('not_signed_in');
  expect((await app.call(changePassword, { body: { new_password: NEW } as never }, person)).status).toBe(400);
});

test('login sessions are listed with their devices, ended one by one or all others at once', async ({
  app,
  person,
  isIn,
}) => {
  const named = async (agent: string) => {
    const body = { user: { email: person.email, password: OLD } };
    return { ...person, cookie: cookieIn(await app.call(login, { body, headers: { 'user-agent': agent } })) };
  };
  const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const firefox = await named(linux);
  const long = await named(
    `Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 ${'x'.repeat(2000)}`,
  );
  const list = async (as: TestPerson) => (await app.call(listLoginSessions, {}, as)).body.login_sessions;
  const seen = await list(firefox);
  expect(Object.fromEntries(seen.map(({ device, current }) => [device, current]))).toEqual({
    'Chrome on Windows': false,
    'Firefox on Linux': true,
    'Unknown device': false,
  });
  expect(JSON.stringify(seen)).not.toContain(firefox.cookie.split('=')[1]);

  const chrome = seen.find(({ device }) => device === 'Chrome on Windows');
  const end = (as: TestPerson, id?: string) =>
    app.call(endLoginSession, { body: id === undefined ? {} : { id } }, as);
  const stranger = await app.people.make('client');
  const foreign = await end(stranger, chrome?.id);
  expect([foreign.status, foreign.problem.code]).toEqual([404, 'not_found']);
  expect(await isIn(long)).toBe(true);
  expect((await end(firefox, chrome?.id)).body.login_sessions).toHaveLength(2);
  expect([await isIn(long), await isIn(person), await isIn(firefox)]).toEqual([false, true, true]);
  expect((await end(firefox, chrome?.id)).status).toBe(404);
  expect((await end(firefox)).body.login_sessions.map(({ current }) => current)).toEqual([true]);
  expect([await isIn(person), await isIn(firefox), await isIn(stranger)]).toEqual([false, true, true]);
});

test('ending the present one is signing out', async ({ app, person, isIn }) => {
  const { login_sessions } = (await app.call(listLoginSessions, {}, person)).body;
  const own = login_sessions.find(({ current }) => current);
  const answer = await app.call(endLoginSession, { body: { id: own?.id ?? '' } }, person);
  expect(answer.body.login_sessions).toEqual([]);
  expect(String(answer.headers['set-cookie'])).toMatch(/^talkback_studio=; .*1970/);
  expect(await isIn(person)).toBe(false);
});

test('a login session that has run out is not listed', async ({ app, person, elsewhere, isIn }) => {
  const short = await elsewhere();
  await app.db
    .updateTable('login_sessions')
    .set({ expires_at: app.clock.now() })
    .where('person_id', '=', person.id)
    .where('user_agent', 'is not', null)
    .execute();
  expect(await isIn(short)).toBe(false);
  expect((await app.call(listLoginSessions, {}, person)).body.login_sessions).toHaveLength(1);
});
