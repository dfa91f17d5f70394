import { expect } from 'vitest';
import { changePassword, login, logout, signUp } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { hashPassword, verifyPassword } from '../../lib/passwords.ts';
import { spyOnArgon2 } from '#test/api/argon2.ts';
import { cookieIn } from '#test/rooms/accounts.ts';
import { test as base } from '#test/api/test.ts';

const argon2 = spyOnArgon2();
/** Calls since the last read. */
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

const test = base.extend(
  'signIn',
  { scope: 'file' },
  ({ app }) =>
    (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
      app.call(login, { body: { user: { email, password } }, headers }),
);

test.beforeAll(async ({ app }) => {
  const hash = await hashPassword(PASSWORD);
  await app.people.make('client', { email: 'manual@cost.test', password_hash: hash });
  await app.people.make('client', { email: 'social@cost.test' });
  const waits = await app.people.make('client', { email: 'waits@cost.test', password_hash: hash });
  await app.db.updateTable('people').set({ waitlisted: true }).where('id', '=', waits.id).execute();
  // The first call makes the decoy hash.
  await verifyPassword(null, 'x');
});

test.beforeEach(async () => {
  argon2.mockClear();
});

test.for([
  ['the right password', 'manual@cost.test', PASSWORD, 200],
  ['a wrong one', 'manual@cost.test', 'guess', 401],
  ['an empty one', 'manual@cost.test', '', 401],
  ['an unknown address', 'nobody@cost.test', PASSWORD, 401],
  ['an account of Google or Facebook', 'social@cost.test', PASSWORD, 422],
  ['somebody on the waiting list', 'waits@cost.test', PASSWORD, 403],
] as const)(
  'signing in derives one key, the same way, for %s',
  async ([, email, password, status], { signIn }) => {
    expect((await signIn(email, password)).status).toBe(status);
    expect(derived()).toEqual(ONCE);
  },
);

test('a refused attempt costs no hashing', async ({ signIn }) => {
  for (let n = 0; n < 20; n += 1) await signIn('busy@cost.test');
  argon2.mockClear();
  expect((await signIn('busy@cost.test')).status).toBe(429);
  expect(derived()).toEqual([]);
});

test('neither does an invalid form or a taken address', async ({ app }) => {
  const user = { name: 'Ada Lovelace', email: 'manual@cost.test', timezone: 'UTC', password: PASSWORD };
  expect((await app.call(signUp, { body: { user } })).status).toBe(401);
  expect((await app.call(signUp, { body: { user: { ...user, name: 'Ada' } } })).status).toBe(422);
  const person = await app.people.make('client', { password_hash: await hashPassword(PASSWORD) });
  argon2.mockClear();
  const short = { current_password: PASSWORD, new_password: 'short' };
  expect((await app.call(changePassword, { body: short }, person)).status).toBe(422);
  expect(derived()).toEqual([]);
});

test('a sign-in never reuses a token that the browser sent', async ({ app, signIn }) => {
  const planted = 'talkback_studio=a-token-that-somebody-else-knows-already-000';
  const user = { name: 'Ada Lovelace', email: 'fixed@cost.test', timezone: 'UTC', password: PASSWORD };
  const entered = [
    await signIn('manual@cost.test', PASSWORD, { cookie: planted }),
    await signIn('manual@cost.test', PASSWORD, { cookie: planted }),
    await app.call(signUp, { body: { user }, headers: { cookie: planted } }),
  ];
  const cookies = entered.map(cookieIn);
  expect(new Set([...cookies, planted]).size).toBe(4);
  expect((await app.call(getMe, { headers: { cookie: planted } })).status).toBe(401);
  for (const cookie of cookies) expect((await app.call(getMe, { headers: { cookie } })).status).toBe(200);
});

test('a copied cookie is worthless after signing out', async ({ app, signIn }) => {
  const cookie = cookieIn(await signIn('manual@cost.test'));
  expect((await app.call(getMe, { headers: { cookie } })).status).toBe(200);
  await app.call(logout, { headers: { cookie } });
  expect((await app.call(getMe, { headers: { cookie } })).problem.code).toBe('not_signed_in');
});
