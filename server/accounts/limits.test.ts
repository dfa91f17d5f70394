import { afterAll, beforeAll, expect, test } from 'vitest';
import { askReset, askSignInLink, login, signUp } from '../../shared/accounts/contract.ts';
import { testApp, type TestApp } from '../test/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const user = { email: 'count@limits.test', password: 'guess' };
const account = { name: 'Ada Lovelace', timezone: 'UTC', password: 'twelve tones' };

/** How often an account may make a call in a quarter of an hour. */
const LIMITED: readonly (readonly [path: string, most: number, body: object])[] = [
  [login.path, 20, { user }],
  [askReset.path, 5, { email: user.email }],
  [askSignInLink.path, 5, { email: user.email }],
  [signUp.path, 40, { user: { ...account, email: 'taken@limits.test' } }],
];

test.each(LIMITED)(
  '%s: %i tries of an account count over two processes and a restart',
  async (path, most, payload) => {
    if (path === signUp.path) await api.people.make('client', { email: 'taken@limits.test' });
    const other = await testApp(undefined, { url: api.url });
    const statusOf = async (app: TestApp, address = '192.0.2.1') => {
      const answer = await app.app.http.inject({
        method: 'POST',
        url: path,
        remoteAddress: address,
        headers: { host: 'localhost:4000', origin: 'http://localhost:4000' },
        payload,
      });
      return [answer.statusCode, Number(answer.headers['retry-after'] ?? 0)] as const;
    };
    for (let n = 0; n < most; n += 1) {
      const [status] = await statusOf(n % 2 === 0 ? api : other);
      expect(status).not.toBe(429);
    }
    expect((await statusOf(api))[0]).toBe(429);
    expect((await statusOf(other))[0]).toBe(429);
    await other.close();
    const again = await testApp(undefined, { url: api.url });
    const [status, wait] = await statusOf(again, '198.51.100.7');
    expect(status).toBe(429);
    expect(wait).toBe(900);
    again.clock.add({ minutes: 15 });
    expect((await statusOf(again))[0]).not.toBe(429);
    await again.close();
  },
);

test('one address is counted over all accounts, another is not kept out by it', async () => {
  const app = await testApp();
  const from = async (remoteAddress: string, n: number) => {
    const answer = await app.app.http.inject({
      method: 'POST',
      url: askReset.path,
      remoteAddress,
      headers: { host: 'localhost:4000', origin: 'http://localhost:4000', 'x-forwarded-for': `10.0.0.${n}` },
      payload: { email: `nobody-${remoteAddress}-${n}@limits.test`.replaceAll(':', '-') },
    });
    return answer.statusCode;
  };
  for (let n = 0; n < 30; n += 1) expect(await from('2001:db8::1', n)).toBe(200);
  // The same network of IPv6 is the same address; what a caller writes into a header is nothing.
  expect(await from('2001:db8::ffff', 30)).toBe(429);
  expect(await from('2001:db8:0:1::1', 31)).toBe(200);
  await app.close();
});

test('a mailbox is written to a few times a day, however often it is asked and however its address is written', async () => {
  const app = await testApp();
  const signUpAs = (email: string) => app.call(signUp, { body: { user: { ...account, email } } });
  for (let n = 0; n < 10; n += 1) expect((await signUpAs(`victim+${n}@limits.test`)).status).toBe(200);
  const refused = await signUpAs('victim+10@limits.test');
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 86_400]);
  const kept = app.db.selectFrom('people').select('id').where('email', '=', 'victim+10@limits.test');
  expect(await kept.execute()).toEqual([]);
  expect((await signUpAs('somebody@limits.test')).status).toBe(200);

  for (const endpoint of [askReset, askSignInLink]) {
    const ask = async () => (await app.call(endpoint, { body: { email: 'victim+1@limits.test' } })).status;
    const seen: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      if (n % 5 === 0) app.clock.add({ minutes: 15 });
      seen.push(await ask());
    }
    expect(seen.filter((status) => status === 200)).toHaveLength(20);
    expect(seen.slice(20)).toEqual([429, 429, 429, 429, 429]);
  }
  await app.close();
});
