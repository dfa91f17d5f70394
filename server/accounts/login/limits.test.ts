import { describe, expect } from 'vitest';
import { requestPasswordReset, requestLoginLink, login, signUp } from '#shared/accounts/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { testApp, type TestApp } from '#test/api/app.ts';
import { browserIn } from '#test/rooms/accounts.ts';
import { test } from '#test/api/test.ts';

const user = { email: 'count@limits.test', password: 'guess' };
const account = { name: 'Ada Lovelace', timezone: 'UTC', password: 'twelve tones' };

/** Attempts that one address has for one account in 15 minutes. */
const LIMITED: readonly (readonly [path: string, most: number, body: object])[] = [
  [login.path, 20, { user }],
  [requestPasswordReset.path, 5, { email: user.email }],
  [requestLoginLink.path, 5, { email: user.email }],
];

/** A call from an address, by a browser with these cookies. */
async function from(app: TestApp, path: string, payload: object, remoteAddress: string, cookie = '') {
  const { statusCode, headers, json } = await app.http.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    headers: {
      host: 'localhost:4000',
      origin: 'http://localhost:4000',
      ...(cookie === '' ? {} : { cookie }),
    },
    payload,
  });
  const { detail } = statusCode === 429 ? json() : { detail: '' };
  return { status: statusCode, wait: Number(headers['retry-after'] ?? 0), detail, headers };
}
const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.7';

test.for(LIMITED)(
  '%s: %i tries of one address count over two processes and a restart, and lock nobody else out',
  async ([path, most, payload], { app }) => {
    const other = await testApp(undefined, { url: app.url });
    for (let n = 0; n < most; n += 1)
      expect((await from(n % 2 === 0 ? app : other, path, payload, HERE)).status).not.toBe(429);
    expect((await from(app, path, payload, HERE)).status).toBe(429);
    expect((await from(other, path, payload, HERE)).status).toBe(429);
    expect((await from(other, path, payload, ELSEWHERE)).status).not.toBe(429);
    await other.close();
    const again = await testApp(undefined, { url: app.url });
    again.clock.add({ seconds: 60 });
    expect(await from(again, path, payload, HERE)).toMatchObject({
      status: 429,
      wait: 840,
      detail: 'That was a lot at once. Try again in 14 minutes.',
    });
    again.clock.add({ minutes: 14 });
    expect((await from(again, path, payload, HERE)).status).not.toBe(429);
    await again.close();
  },
);

test('40 sign-ups of one address that is taken are a lot in a quarter of an hour', async ({ app }) => {
  await app.people.make('client', { email: 'taken@limits.test' });
  const payload = { user: { ...account, email: 'taken@limits.test' } };
  for (let n = 0; n < 40; n += 1) expect((await from(app, signUp.path, payload, HERE)).status).not.toBe(429);
  expect((await from(app, signUp.path, payload, HERE)).wait).toBe(900);
});

/** Attempts from a new address each time, until one is refused. */
async function useUp(app: TestApp, path: string, payload: object, at: number) {
  for (let n = 0; n < 1000; n += 1) {
    const tried = await from(app, path, payload, `10.${at}.${n >> 8}.${n & 255}`);
    if (tried.status === 429) return tried;
  }
  throw new Error('nothing is refused');
}
const password = 'twelve tones';
const right = (email: string) => ({ user: { email, password } });
const wrong = (email: string) => ({ user: { email, password: 'guess' } });

describe('attempts from many addresses', () => {
  test("use up an account's limit of wrong passwords, with growing pauses, but not that of a known browser", async () => {
    const app = await testApp();
    const email = 'known@limits.test';
    await app.people.make('client', { email, password_hash: await hashPassword(password) });
    const signedIn = await from(app, login.path, right(email), HERE);
    const browser = browserIn(signedIn.headers);
    // Fills the account's counter without hashing as many passwords.
    await app.db
      .insertInto('rate_counters')
      .values({
        key: `login:86400:account:${email}`,
        hits: 299,
        window_ends: app.clock.now().add({ hours: 24 }),
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ hits: 299 }))
      .execute();
    expect((await from(app, login.path, wrong(email), ELSEWHERE)).status).toBe(401);
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { wait } = await useUp(app, login.path, wrong(email), n);
      waits.push(wait);
      app.clock.add({ seconds: wait });
      expect((await from(app, login.path, wrong(email), `10.9.9.${n}`)).status).toBe(401);
    }
    expect(waits).toEqual([60, 120, 240, 480]);
    expect((await from(app, login.path, right(email), '203.0.113.1')).status).toBe(429);
    expect((await from(app, login.path, right(email), '203.0.113.1', browser)).status).toBe(200);
    await app.close();
  });

  test('a known browser has a limit, too, and is unknown to another account', async () => {
    const app = await testApp();
    const [email, other] = ['one@limits.test', 'other@limits.test'];
    const password_hash = await hashPassword(password);
    for (const each of [email, other]) await app.people.make('client', { email: each, password_hash });
    const browser = browserIn((await from(app, login.path, right(email), HERE)).headers);
    for (let n = 0; n < 20; n += 1)
      expect((await from(app, login.path, wrong(email), `10.1.0.${n}`, browser)).status).toBe(401);
    expect((await from(app, login.path, right(email), ELSEWHERE, browser)).wait).toBe(900);
    expect((await from(app, login.path, right(email), ELSEWHERE)).status).toBe(200);
    for (let n = 0; n < 20; n += 1)
      expect((await from(app, login.path, wrong(other), HERE, browser)).status).toBe(401);
    expect((await from(app, login.path, right(other), HERE, browser)).status).toBe(429);
    await app.close();
  });

  test('right passwords are not counted', async () => {
    const app = await testApp();
    const email = 'often@limits.test';
    await app.people.make('client', { email, password_hash: await hashPassword(password) });
    for (let n = 0; n < 25; n += 1)
      expect((await from(app, login.path, right(email), HERE)).status).toBe(200);
    await app.close();
  });

  test.each([requestPasswordReset, requestLoginLink])(
    "use up a mailbox's links of a day, but not a known browser's: %o",
    async ({ path }) => {
      const app = await testApp();
      const email = 'links@limits.test';
      await app.people.make('client', { email, password_hash: await hashPassword(password) });
      const browser = browserIn((await from(app, login.path, right(email), HERE)).headers);
      let sent = 0;
      for (let n = 0; n < 40; n += 1)
        if ((await from(app, path, { email }, `10.2.0.${n}`)).status === 200) sent += 1;
      expect(sent).toBe(20);
      const { wait, detail } = await from(app, path, { email }, ELSEWHERE);
      expect([wait, detail]).toEqual([3600, 'That was a lot at once. Try again in 60 minutes.']);
      expect((await from(app, path, { email }, ELSEWHERE, browser)).status).toBe(200);
      await app.close();
    },
  );
});

test('one address is counted over all accounts, another is not kept out by it', async () => {
  const app = await testApp();
  const ask = async (remoteAddress: string, n: number) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: requestPasswordReset.path,
      remoteAddress,
      headers: { host: 'localhost:4000', origin: 'http://localhost:4000', 'x-forwarded-for': `10.0.0.${n}` },
      payload: { email: `nobody-${remoteAddress}-${n}@limits.test`.replaceAll(':', '-') },
    });
    return answer.statusCode;
  };
  for (let n = 0; n < 30; n += 1) expect(await ask('2001:db8::1', n)).toBe(200);
  // One IPv6 network is one address, and proxy headers are not trusted.
  expect(await ask('2001:db8::ffff', 30)).toBe(429);
  expect(await ask('2001:db8:0:1::1', 31)).toBe(200);
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

  for (const { path } of [requestPasswordReset, requestLoginLink]) {
    const seen: number[] = [];
    for (let n = 0; n < 25; n += 1) {
      if (n % 5 === 0) app.clock.add({ minutes: 10 });
      // Another spelling of the mailbox, from another address each time.
      seen.push((await from(app, path, { email: `victim+${n}@limits.test` }, `10.3.0.${n}`)).status);
    }
    expect(seen.filter((status) => status === 200)).toHaveLength(20);
    expect(seen.slice(20)).toEqual([429, 429, 429, 429, 429]);
    const alone: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      if (n % 5 === 0) app.clock.add({ minutes: 15 });
      alone.push((await from(app, path, { email: 'alone@limits.test' }, HERE)).status);
    }
    expect(alone.filter((status) => status === 200)).toHaveLength(8);
  }
  await app.close();
});
