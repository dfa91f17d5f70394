import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterByLink, login, lookAtEntry, resetPassword, signUp } from '../../shared/accounts/contract.ts';
import { getMe } from '../../shared/me/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, linkFor } from '../test/door.ts';

/** Somebody signs up with a stranger's address and waits for its owner to come (an account made in advance). */
const GUESSED = 'twelve tones';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

async function madeInAdvance(email: string) {
  const user = { name: 'Ada Lovelace', email, timezone: 'UTC', password: GUESSED };
  const answer = await api.call(signUp, { body: { user } });
  return { id: answer.body.user.id, cookie: cookieIn(answer) };
}
const signIn = async (email: string, password = GUESSED) =>
  (await api.call(login, { body: { user: { email, password } } })).status;
const isIn = async (cookie: string) => (await api.call(getMe, { headers: { cookie } })).status === 200;
const voids = async (link: string, headers: Record<string, string> = {}) =>
  (await api.call(lookAtEntry, { body: { link }, headers })).body.voids_password;

test('its owner comes by a mailed link: whoever made it is out, for good', async () => {
  const email = 'owner@advance.test';
  const squatter = await madeInAdvance(email);
  const reset = await linkFor(api, squatter.id, 'reset_password');
  const link = await linkFor(api, squatter.id, 'sign_in');
  expect(await voids(link)).toBe(true);
  expect([await isIn(squatter.cookie), await signIn(email)]).toEqual([true, 200]);
  const entered = await api.call(enterByLink, { body: { token: link } });
  expect([entered.status, await isIn(cookieIn(entered))]).toEqual([200, true]);
  expect([await isIn(squatter.cookie), await signIn(email)]).toEqual([false, 401]);
  const spent = await api.call(resetPassword, { body: { resetToken: reset, password: 'another one' } });
  expect(spent.problem.code).toBe('bad_token');
});

test('once the address is known to be theirs, a link leaves the password alone', async () => {
  const email = 'known@advance.test';
  const { id } = await madeInAdvance(email);
  const reset = await linkFor(api, id, 'reset_password');
  await api.call(resetPassword, { body: { resetToken: reset, password: 'difference engine' } });
  const link = await linkFor(api, id, 'sign_in');
  expect(await voids(link)).toBe(false);
  expect((await api.call(enterByLink, { body: { token: link } })).status).toBe(200);
  expect(await signIn(email, 'difference engine')).toBe(200);
});

test('in a browser that is signed in to the account it stays as it was; from then on elsewhere too', async () => {
  const email = 'same@advance.test';
  const { id, cookie } = await madeInAdvance(email);
  const first = await linkFor(api, id, 'sign_in');
  expect(await voids(first, { cookie })).toBe(false);
  await api.call(enterByLink, { body: { token: first }, headers: { cookie } });
  expect(await signIn(email)).toBe(200);
  const second = await linkFor(api, id, 'sign_in');
  expect(await voids(second)).toBe(false);
  await api.call(enterByLink, { body: { token: second } });
  expect(await signIn(email)).toBe(200);
});

test('somebody else being signed in there makes no difference', async () => {
  const email = 'other@advance.test';
  const { id } = await madeInAdvance(email);
  const { cookie } = await api.people.make('client');
  const link = await linkFor(api, id, 'sign_in');
  expect(await voids(link, { cookie })).toBe(true);
  await api.call(enterByLink, { body: { token: link }, headers: { cookie } });
  expect(await signIn(email)).toBe(401);
});
