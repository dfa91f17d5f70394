import { describe, expect } from 'vitest';
import { redeemTicket, loginByLink, login, previewLogin } from '#shared/accounts/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { testApp, type TestApp } from '#test/api/app.ts';
import { cookieIn, linkFor, PARTNERS } from '#test/rooms/accounts.ts';
import { test as base } from '#test/api/test.ts';

const PASSWORD = 'twelve tones';

type Key = { readonly ticket: string } | { readonly link: string };
/** A musician who signs in at the studio gets a ticket for the partners' front. */
async function sentOn(app: TestApp) {
  const { email } = await app.people.make('partner', { password_hash: await hashPassword(PASSWORD) });
  const answer = await app.call(login, { body: { user: { email, password: PASSWORD } } });
  const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
  return { email, ticket, answer };
}

const test = base.extend(
  'look',
  { scope: 'file' },
  ({ app }) =>
    (key: Key, headers: Record<string, string> = {}) =>
      app.call(previewLogin, { body: key, headers }),
);

describe('previewing a ticket or link', () => {
  test('a mailed link can be previewed any number of times, is never tied, and is spent by the press', async ({
    app,
    look,
  }) => {
    const { id, email } = await app.people.make('client');
    const link = await linkFor(app, id, 'sign_in');
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await look({ link });
      expect([status, body]).toEqual([200, { email, tied: false, voids_password: false }]);
    }
    expect((await app.call(loginByLink, { body: { token: link } })).status).toBe(200);
    const { status, problem } = await look({ link });
    expect([status, problem.code]).toEqual([422, 'bad_entry']);
  });

  test('a ticket is tied in the browser that was sent on, and nothing in another', async ({ app, look }) => {
    const { email, ticket, answer } = await sentOn(app);
    const here = { ...PARTNERS, cookie: cookieIn(answer) };
    expect((await look({ ticket }, here)).body).toEqual({ email, tied: true, voids_password: false });
    expect((await look({ ticket }, PARTNERS)).problem.code).toBe('bad_entry');
    const other = { ...PARTNERS, cookie: 'talkback_ticket=of-another-browser' };
    expect((await look({ ticket }, other)).problem.code).toBe('bad_entry');
    expect((await app.call(redeemTicket, { body: { ticket }, headers: here })).status).toBe(200);
  });

  test('where the fronts are hosts of their own a ticket is tied nowhere: the person is asked', async () => {
    const env = { STUDIO_URL: 'https://studio.test', PARTNERS_URL: 'https://partners.test' };
    const app = await testApp(undefined, { env });
    const { email, ticket } = await sentOn(app);
    const headers = { host: 'partners.test', origin: env.PARTNERS_URL };
    for (const cookie of ['', '__Host-talkback_ticket=of-this-browser']) {
      const { body } = await app.call(previewLogin, { body: { ticket }, headers: { ...headers, cookie } });
      expect(body).toEqual({ email, tied: false, voids_password: false });
    }
    await app.close();
  });

  test('what is no valid ticket or link is refused', async ({ app, look }) => {
    const { id } = await app.people.make('client');
    const link = await linkFor(app, id, 'sign_in');
    const reset = await linkFor(app, id, 'reset_password');
    for (const key of [{ link: reset }, { ticket: link }, { link: `${link}x` }, { link: '' }])
      expect((await look(key)).problem.code).toBe('bad_entry');
    expect((await look({} as never)).status).toBe(400);
    app.clock.add({ minutes: 15 });
    expect((await look({ link })).problem.code).toBe('bad_entry');
  });
});
