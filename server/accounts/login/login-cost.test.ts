import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changePassword, login, logout, signUp } from '../../shared/accounts/contract.ts';
import { getMe } from '../../shared/me/contract.ts';
import { hashPassword, verifyPassword } from '../lib/passwords.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { spyOnArgon2 } from '../test/argon2.ts';
import { cookieIn } from '../test/door.ts';

const argon2 = spyOnArgon2();
/** What was asked of it since the last look. */
const derived = (): unknown[] => {
  const asked = argon2.mock.calls.map(([algorithm, { memory, passes, parallelism, tagLength }]) => [
    algorithm,
    memory,
    passes,
    parallelism,
    tagLength,
  ]);
  argon2.mockClear();
  return asked;
};

const PASSWORD = 'twelve tones';
const ONCE = [['argon2id', 19_456, 2, 1, 32]];

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
  const hash = await hashPassword(PASSWORD);
  await api.people.make('client', { email: 'manual@cost.test', password_hash: hash });
  await api.people.make('client', { email: 'social@cost.test' });
  const waits = await api.people.make('client', { email: 'waits@cost.test', password_hash: hash });
  await api.db.updateTable('people').set({ waitlisted: true }).where('id', '=', waits.id).execute();
  // What everybody without a password is compared with is made once, by the first of them.
  await verifyPassword(null, 'x');
});
afterAll(() => api.close());
beforeEach(() => {
  argon2.mockClear();
});

const signIn = (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  api.call(login, { body: { user: { email, password } }, headers });

test.each([
  ['the right password', 'manual@cost.test', PASSWORD, 200],
  ['a wrong one', 'manual@cost.test', 'guess', 401],
  ['an empty one', 'manual@cost.test', '', 401],
  ['an unknown address', 'nobody@cost.test', PASSWORD, 401],
  ['an account of Google or Facebook', 'social@cost.test', PASSWORD, 422],
  ['somebody on the waiting list', 'waits@cost.test', PASSWORD, 403],
])('signing in derives one key, the same way, for %s', async (_, email, password, status) => {
  expect((await signIn(email, password)).status).toBe(status);
  expect(derived()).toEqual(ONCE);
});

test('who is refused by count costs nothing', async () => {
  for (let n = 0; n < 20; n += 1) await signIn('busy@cost.test');
  argon2.mockClear();
  expect((await signIn('busy@cost.test')).status).toBe(429);
  expect(derived()).toEqual([]);
});

test('nor does a form that will not do, or an address that is taken', async () => {
  const user = { name: 'Ada Lovelace', email: 'manual@cost.test', timezone: 'UTC', password: PASSWORD };
  expect((await api.call(signUp, { body: { user } })).status).toBe(401);
  expect((await api.call(signUp, { body: { user: { ...user, name: 'Ada' } } })).status).toBe(422);
  const person = await api.people.make('client', { password_hash: await hashPassword(PASSWORD) });
  argon2.mockClear();
  const short = { current_password: PASSWORD, new_password: 'short' };
  expect((await api.call(changePassword, { body: short }, person)).status).toBe(422);
  expect(derived()).toEqual([]);
});

test('a login session is never one that the browser brought along', async () => {
  const planted = 'talkback_studio=a-token-that-somebody-else-knows-already-000';
  const user = { name: 'Ada Lovelace', email: 'fixed@cost.test', timezone: 'UTC', password: PASSWORD };
  const entered = [
    await signIn('manual@cost.test', PASSWORD, { cookie: planted }),
    await signIn('manual@cost.test', PASSWORD, { cookie: planted }),
    await api.call(signUp, { body: { user }, headers: { cookie: planted } }),
  ];
  const cookies = entered.map(cookieIn);
  expect(new Set([...cookies, planted]).size).toBe(4);
  expect((await api.call(getMe, { headers: { cookie: planted } })).status).toBe(401);
  for (const cookie of cookies) expect((await api.call(getMe, { headers: { cookie } })).status).toBe(200);
});

test('a cookie is dead once it has signed out, wherever it was copied to', async () => {
  const cookie = cookieIn(await signIn('manual@cost.test'));
  expect((await api.call(getMe, { headers: { cookie } })).status).toBe(200);
  await api.call(logout, { headers: { cookie } });
  expect((await api.call(getMe, { headers: { cookie } })).problem.code).toBe('not_signed_in');
});
