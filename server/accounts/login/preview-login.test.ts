import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enter, enterByLink, login, lookAtEntry } from '../../shared/accounts/contract.ts';
import { hashPassword } from '../lib/passwords.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, linkFor, PARTNERS } from '../test/door.ts';

const PASSWORD = 'twelve tones';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

type Key = { readonly ticket: string } | { readonly link: string };
const look = (key: Key, headers: Record<string, string> = {}) =>
  api.call(lookAtEntry, { body: key, headers });

/** A musician who signs in at the studio is sent to the partners' front. */
async function sentOn(app: TestApp) {
  const { email } = await app.people.make('partner', { password_hash: await hashPassword(PASSWORD) });
  const answer = await app.call(login, { body: { user: { email, password: PASSWORD } } });
  const ticket = new URL(answer.body.redirect ?? '').searchParams.get('ticket') ?? '';
  return { email, ticket, answer };
}

describe('whose account it opens', () => {
  test('a mailed link is looked at as often as one likes, is never tied, and is spent by the press', async () => {
    const { id, email } = await api.people.make('client');
    const link = await linkFor(api, id, 'sign_in');
    for (let n = 0; n < 5; n += 1) {
      const { status, body } = await look({ link });
      expect([status, body]).toEqual([200, { email, tied: false, voids_password: false }]);
    }
    expect((await api.call(enterByLink, { body: { token: link } })).status).toBe(200);
    const { status, problem } = await look({ link });
    expect([status, problem.code]).toEqual([422, 'bad_entry']);
  });

  test('a ticket is tied in the browser that was sent on, and nothing in another', async () => {
    const { email, ticket, answer } = await sentOn(api);
    const here = { ...PARTNERS, cookie: cookieIn(answer) };
    expect((await look({ ticket }, here)).body).toEqual({ email, tied: true, voids_password: false });
    expect((await look({ ticket }, PARTNERS)).problem.code).toBe('bad_entry');
    const other = { ...PARTNERS, cookie: 'talkback_ticket=of-another-browser' };
    expect((await look({ ticket }, other)).problem.code).toBe('bad_entry');
    expect((await api.call(enter, { body: { ticket }, headers: here })).status).toBe(200);
  });

  test('where the fronts are hosts of their own a ticket is tied nowhere: the person is asked', async () => {
    const env = { STUDIO_URL: 'https://studio.test', PARTNERS_URL: 'https://partners.test' };
    const app = await testApp(undefined, { env });
    const { email, ticket } = await sentOn(app);
    const headers = { host: 'partners.test', origin: env.PARTNERS_URL };
    for (const cookie of ['', '__Host-talkback_ticket=of-this-browser']) {
      const { body } = await app.call(lookAtEntry, { body: { ticket }, headers: { ...headers, cookie } });
      expect(body).toEqual({ email, tied: false, voids_password: false });
    }
    await app.close();
  });

  test('what opens nothing is refused: other purposes, the other kind, over, neither', async () => {
    const { id } = await api.people.make('client');
    const link = await linkFor(api, id, 'sign_in');
    const reset = await linkFor(api, id, 'reset_password');
    for (const key of [{ link: reset }, { ticket: link }, { link: `${link}x` }, { link: '' }])
      expect((await look(key)).problem.code).toBe('bad_entry');
    expect((await look({} as never)).status).toBe(400);
    api.clock.add({ minutes: 15 });
    expect((await look({ link })).problem.code).toBe('bad_entry');
  });
});
