import { expect } from 'vitest';
import { loginByLink, login, previewLogin, resetPassword, signUp } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { cookieIn, linkFor } from '#test/rooms/accounts.ts';
import { test as base } from '#test/api/test.ts';

/** Signed up with somebody else's address (docs/product/accounts.md#unverified-password). */
const GUESSED = 'twelve tones';

const test = base
  .extend('madeInAdvance', { scope: 'file' }, ({ app }) => async (email: string) => {
    const user = { name: 'Ada Lovelace', email, timezone: 'UTC', password: GUESSED };
    const answer = await app.call(signUp, { body: { user } });
    return { id: answer.body.user.id, cookie: cookieIn(answer) };
  })
  .extend(
    'signIn',
    { scope: 'file' },
    ({ app }) =>
      async (email: string, password = GUESSED) =>
        (await app.call(login, { body: { user: { email, password } } })).status,
  )
  .extend(
    'isIn',
    { scope: 'file' },
    ({ app }) =>
      async (cookie: string) =>
        (await app.call(getMe, { headers: { cookie } })).status === 200,
  )
  .extend(
    'voids',
    { scope: 'file' },
    ({ app }) =>
      async (link: string, headers: Record<string, string> = {}) =>
        (await app.call(previewLogin, { body: { link }, headers })).body.voids_password,
  );

test('its owner follows a mailed link: whoever made the account is signed out for good', async ({
  app,
  madeInAdvance,
  signIn,
  isIn,
  voids,
}) => {
  const email = 'owner@advance.test';
  const squatter = await madeInAdvance(email);
  const reset = await linkFor(app, squatter.id, 'reset_password');
  const link = await linkFor(app, squatter.id, 'sign_in');
  expect(await voids(link)).toBe(true);
  expect([await isIn(squatter.cookie), await signIn(email)]).toEqual([true, 200]);
  const entered = await app.call(loginByLink, { body: { token: link } });
  expect([entered.status, await isIn(cookieIn(entered))]).toEqual([200, true]);
  expect([await isIn(squatter.cookie), await signIn(email)]).toEqual([false, 401]);
  const spent = await app.call(resetPassword, { body: { resetToken: reset, password: 'another one' } });
  expect(spent.problem.code).toBe('bad_token');
});

test('once the address is known to be theirs, a link leaves the password alone', async ({
  app,
  madeInAdvance,
  signIn,
  voids,
}) => {
  const email = 'known@advance.test';
  const { id } = await madeInAdvance(email);
  const reset = await linkFor(app, id, 'reset_password');
  await app.call(resetPassword, { body: { resetToken: reset, password: 'difference engine' } });
  const link = await linkFor(app, id, 'sign_in');
  expect(await voids(link)).toBe(false);
  expect((await app.call(loginByLink, { body: { token: link } })).status).toBe(200);
  expect(await signIn(email, 'difference engine')).toBe(200);
});

test('in a browser that is signed in to the account the password stays, from then on elsewhere too', async ({
  app,
  madeInAdvance,
  signIn,
  voids,
}) => {
  const email = 'same@advance.test';
  const { id, cookie } = await madeInAdvance(email);
  const first = await linkFor(app, id, 'sign_in');
  expect(await voids(first, { cookie })).toBe(false);
  await app.call(loginByLink, { body: { token: first }, headers: { cookie } });
  expect(await signIn(email)).toBe(200);
  const second = await linkFor(app, id, 'sign_in');
  expect(await voids(second)).toBe(false);
  await app.call(loginByLink, { body: { token: second } });
  expect(await signIn(email)).toBe(200);
});

test('somebody else being signed in there makes no difference', async ({
  app,
  madeInAdvance,
  signIn,
  voids,
}) => {
  const email = 'other@advance.test';
  const { id } = await madeInAdvance(email);
  const { cookie } = await app.people.make('client');
  const link = await linkFor(app, id, 'sign_in');
  expect(await voids(link, { cookie })).toBe(true);
  await app.call(loginByLink, { body: { token: link }, headers: { cookie } });
  expect(await signIn(email)).toBe(401);
});
