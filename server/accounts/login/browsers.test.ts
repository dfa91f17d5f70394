import { expect } from 'vitest';
import { changePassword, login, resetPassword } from '#shared/accounts/contract.ts';
import { MAX_KNOWN_BROWSERS, MAX_LOGIN_SESSIONS } from '#shared/accounts/rules-limits.ts';
import { getMe } from '#shared/me/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { browserIn, cookieIn, linkFor } from '#test/rooms/accounts.ts';
import type { TestPerson } from '#test/api/people.ts';
import { sweepAccounts } from '../jobs.ts';
import { test as base } from '#test/api/test.ts';

const password = 'twelve tones';
const test = base
  .extend('password_hash', { scope: 'file' }, () => hashPassword(password))
  .extend(
    'signIn',
    { scope: 'file' },
    ({ app }) =>
      async ({ email }: TestPerson, cookie = '') =>
        app.call(login, {
          body: { user: { email, password } },
          ...(cookie === '' ? {} : { headers: { cookie } }),
        }),
  )
  .extend(
    'statusOf',
    { scope: 'file' },
    ({ app }) =>
      async (cookie: string) =>
        (await app.call(getMe, { headers: { cookie } })).status,
  )
  .extend('known', { scope: 'file' }, ({ app }) => async ({ id }: TestPerson): Promise<number> => {
    const rows = await app.db
      .selectFrom('known_browsers')
      .select('hash')
      .where('person_id', '=', id)
      .execute();
    return rows.length;
  });

test('a person has 20 login sessions: the one that was used longest ago ends', async ({
  app,
  password_hash,
  signIn,
  statusOf,
}) => {
  const person = await app.people.make('client', { password_hash });
  const cookies = [person.cookie];
  for (let n = 1; n < MAX_LOGIN_SESSIONS; n += 1) {
    app.clock.add({ seconds: 1 });
    cookies.push(cookieIn(await signIn(person)));
  }
  // The first is used again, so the second is the least recently used.
  app.clock.add({ hours: 2 });
  expect(await statusOf(person.cookie)).toBe(200);
  cookies.push(cookieIn(await signIn(person)));
  expect(await Promise.all(cookies.map(statusOf))).toEqual(cookies.map((_, n) => (n === 1 ? 401 : 200)));
});

test('of any number who sign in at once no more than 20 stay', async ({ app, password_hash, signIn }) => {
  const person = await app.people.make('client', { password_hash });
  const all = await Promise.all(Array.from({ length: 15 }, () => signIn(person)));
  const more = await Promise.all(Array.from({ length: 15 }, () => signIn(person)));
  expect([...all, ...more].map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  const rows = await app.db
    .selectFrom('login_sessions')
    .select('id')
    .where('person_id', '=', person.id)
    .execute();
  expect(rows).toHaveLength(MAX_LOGIN_SESSIONS);
});

test('a browser keeps its secret, for whoever signs in from it; one that we did not give is not taken', async ({
  app,
  password_hash,
  signIn,
  known,
}) => {
  const [one, two] = [
    await app.people.make('client', { password_hash }),
    await app.people.make('client', { password_hash }),
  ];
  const browser = browserIn((await signIn(one)).headers);
  expect(browser).toMatch(/^talkback_studio_browser=[\w-]{43}$/);
  expect(browserIn((await signIn(two, browser)).headers)).toBe(browser);
  expect(browserIn((await signIn(one, browser)).headers)).toBe(browser);
  const foreign = `talkback_studio_browser=${'x'.repeat(43)}`;
  expect(browserIn((await signIn(one, foreign)).headers)).not.toBe(foreign);
  expect([await known(one), await known(two)]).toEqual([2, 1]);
  const rows = await app.db.selectFrom('known_browsers').select('hash').execute();
  expect(rows.some(({ hash }) => browser.includes(hash.toString('base64url')))).toBe(false);
});

test('a person has 20 known browsers, and none that was not used for 400 days', async ({
  app,
  password_hash,
  signIn,
  known,
}) => {
  const person = await app.people.make('client', { password_hash });
  for (let n = 0; n < MAX_KNOWN_BROWSERS + 3; n += 1) await signIn(person);
  expect(await known(person)).toBe(MAX_KNOWN_BROWSERS);
  app.clock.add({ hours: 400 * 24 });
  await sweepAccounts.run(app.ctx(), {});
  expect(await known(person)).toBe(0);
});

test('a changed password leaves the browser known that changed it, and no other', async ({
  app,
  password_hash,
  signIn,
  known,
}) => {
  const person = await app.people.make('client', { password_hash });
  await signIn(person);
  const signedIn = await signIn(person);
  const cookie = `${cookieIn(signedIn)}; ${browserIn(signedIn.headers)}`;
  const body = { current_password: password, new_password: 'eleven tones' };
  expect((await app.call(changePassword, { body, headers: { cookie } })).status).toBe(200);
  expect(await known(person)).toBe(1);

  const resetToken = await linkFor(app, person.id, 'reset_password');
  const looked = await app.call(resetPassword, { body: { resetToken } });
  expect([looked.status, browserIn(looked.headers)]).toEqual([200, '']);
  const reset = await app.call(resetPassword, { body: { resetToken, password } });
  expect(reset.body).toEqual({ ok: true });
  expect(await known(person)).toBe(1);
  const browser = browserIn(reset.headers);
  expect(browserIn((await signIn(person, browser)).headers)).toBe(browser);
});
