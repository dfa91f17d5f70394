import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { facebookLogin, googleLogin, login } from '../../shared/accounts/contract.ts';
import { getMe } from '../../shared/me/contract.ts';
import { setFlag, unsetFlag } from '../content/flags/write.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { cookieIn, PARTNERS } from '../test/door.ts';
import { startGraph, startIssuer, type Graph, type Issuer } from '../test/providers.ts';
import { makeInvitation } from '../test/referrals.ts';

let issuer: Issuer;
let graph: Graph;
let api: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  [issuer, graph] = await Promise.all([startIssuer(), startGraph()]);
  env = {
    GOOGLE_CLIENT_ID: issuer.clientId,
    TALKBACK_GOOGLE_ISSUER: issuer.url,
    FACEBOOK_APP_ID: graph.appId,
    FACEBOOK_APP_SECRET: graph.appSecret,
    TALKBACK_FACEBOOK_GRAPH: `${graph.url}/`,
  };
  api = await testApp(undefined, { env });
});
afterAll(() => Promise.all([api.close(), issuer.close(), graph.close()]));

const tokenOf = (sub: string, email: string, more: object = {}) =>
  issuer.token({ at: api.clock.now().epochMilliseconds / 1000, claims: { sub, email, ...more } });
type Body = Parameters<typeof api.call<typeof googleLogin>>[1]['body'];
const google = async (
  sub: string,
  email: string,
  more: Partial<Body> = {},
  headers: Record<string, string> = {},
) => api.call(googleLogin, { body: { token: await tokenOf(sub, email), ...more }, headers });
const facebook = (id: string, email?: string, more: object = {}) => {
  const debug = { app_id: graph.appId, is_valid: true, user_id: id, ...more };
  const profile = { id, name: 'Ada Lovelace', ...(email === undefined ? {} : { email }) };
  graph.tokens.set(`token-${id}`, { debug, profile, status: 200 });
  return api.call(facebookLogin, { body: { token: `token-${id}` } });
};
const accounts = (email: string) =>
  api.db.selectFrom('people').selectAll().where('email', '=', email).execute();

describe('POST /api/v2/auth/google', () => {
  test('signs a new person up as a sign-up does, and in', async () => {
    const answer = await google('1', 'New@Google.test', { extraParams: { timezone: 'Asia/Tokyo' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      redirect: null,
      waitlisted: false,
      user: { timezone: 'Asia/Tokyo' },
    });
    const { user } = (await api.call(getMe, { headers: { cookie: cookieIn(answer) } })).body;
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'new@google.test',
      role: 'client',
      status: 'signup',
      provider: 'other',
      isOnboardingCompleted: false,
    });
  });

  test('signs the same person in again, whatever their e-mail has become', async () => {
    const first = await google('2', 'before@google.test');
    const again = await google('2', 'after@google.test', { isJoinWaitlist: true });
    expect(again.body).toEqual(first.body);
    expect(await accounts('after@google.test')).toEqual([]);
  });

  test('never lets anybody into an account that has the e-mail otherwise: 422', async () => {
    const owner = await api.people.make('client', { email: 'owner@google.test', password_hash: 'x' });
    const answer = await google('3', 'OWNER@google.test');
    expect([answer.status, answer.problem.code, answer.problem.detail]).toEqual([
      422,
      'other_provider',
      'You need to use a different login provider.',
    ]);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const kept = await api.db
      .selectFrom('identities')
      .selectAll()
      .where('person_id', '=', owner.id)
      .execute();
    expect(kept).toEqual([]);
    expect((await google('3', 'other@google.test')).status).toBe(200);
  });

  test('clicked ten times at once it is one account', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => google('4', 'twice@google.test')));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(new Set(all.map(({ body }) => body.user.id)).size).toBe(1);
    expect(await accounts('twice@google.test')).toHaveLength(1);
  });

  test('one person under two addresses at once is one account, too', async () => {
    const all = await Promise.all([google('5', 'one@google.test'), google('5', 'two@google.test')]);
    expect(new Set(all.map(({ body }) => body.user.id)).size).toBe(1);
  });

  test('has no password to sign in with: 422', async () => {
    await google('6', 'social@google.test');
    const body = { user: { email: 'social@google.test', password: 'twelve tones' } };
    expect((await api.call(login, { body })).problem.code).toBe('no_password');
  });

  test('accepts the invitation that brought them, and UTC for a zone that is none', async () => {
    const inviter = await api.people.make('client');
    const { code, id } = await makeInvitation(api.db, { inviterId: inviter.id, at: api.clock.now() });
    const answer = await google('7', 'invited@google.test', {
      referral_code: code,
      extraParams: { timezone: 'Mars/Olympus' },
    });
    expect(answer.body.user.timezone).toBe('UTC');
    const row = await api.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row?.invitee_id).toBe(answer.body.user.id);
  });

  test('the waiting list: told so, not let in, and 403 from then on', async () => {
    const answer = await google('8', 'waits@google.test', { isJoinWaitlist: true });
    expect(answer.body).toMatchObject({ waitlisted: true, redirect: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const again = await google('8', 'waits@google.test');
    expect([again.status, again.problem.code]).toEqual([403, 'waitlisted']);
  });

  test('on another front it leads on with a ticket, to a path of ours only', async () => {
    const answer = await google('9', 'front@google.test', { next: '//evil.test' }, PARTNERS);
    expect(answer.body.redirect).toMatch(/^http:\/\/localhost:4000\/enter\?ticket=[\w-]{43}$/);
  });

  test('a token that is not for us is 401 and makes nobody', async () => {
    const token = await tokenOf('10', 'bad@google.test', { aud: 'another' });
    const { status, problem } = await api.call(googleLogin, { body: { token } });
    expect([status, problem.code]).toEqual([401, 'bad_token']);
    expect(await accounts('bad@google.test')).toEqual([]);
  });

  test('a name that is too long or none is made to fit', async () => {
    const long = await tokenOf('11', 'long@google.test', { name: '𝄞'.repeat(300) });
    expect((await api.call(googleLogin, { body: { token: long } })).status).toBe(200);
    const none = await tokenOf('12', 'nameless@google.test', { name: ' \n ' });
    await api.call(googleLogin, { body: { token: none } });
    expect((await accounts('nameless@google.test'))[0]?.name).toBe('nameless');
    expect(Array.from((await accounts('long@google.test'))[0]?.name ?? '')).toHaveLength(255);
  });

  test('malformed is 400', async () => {
    for (const body of [{}, { token: 1 }, { token: 'x'.repeat(8001) }, { token: 'x', extraParams: 'x' }])
      expect((await api.call(googleLogin, { body: body as never })).status).toBe(400);
  });
});

describe('POST /api/v2/auth/facebook', () => {
  test('signs up, and in again, also when Facebook has no e-mail any more', async () => {
    const first = await facebook('1', 'new@facebook.test');
    expect(first.status).toBe(200);
    expect((await facebook('1')).body).toEqual(first.body);
    const { user } = (await api.call(getMe, { headers: { cookie: cookieIn(first) } })).body;
    expect(user).toMatchObject({ email: 'new@facebook.test', provider: 'other', status: 'signup' });
  });

  test('its ids are not those of Google', async () => {
    const there = await google('fb-2', 'same@google.test');
    const here = await facebook('2', 'same@facebook.test');
    expect(here.body.user.id).not.toBe(there.body.user.id);
  });

  test('without an e-mail nobody new comes in, and is told why: 422', async () => {
    const { status, problem } = await facebook('3');
    expect([status, problem.code]).toEqual([422, 'no_email']);
    expect(problem.detail).toContain('did not tell us your e-mail address');
  });

  test('an e-mail that is owned otherwise is 422', async () => {
    await google('fb-4', 'both@google.test');
    expect((await facebook('4', 'both@google.test')).problem.code).toBe('other_provider');
  });

  test('a token of another app is 401', async () => {
    const { status, problem } = await facebook('5', 'app@facebook.test', { app_id: '666' });
    expect([status, problem.code]).toEqual([401, 'bad_token']);
  });

  test('a Facebook that fails is 409 and makes nobody', async () => {
    graph.tokens.set('fails', { debug: {}, profile: {}, status: 503 });
    const { status, problem } = await api.call(facebookLogin, { body: { token: 'fails' } });
    expect([status, problem.code]).toEqual([409, 'provider_away']);
  });
});

describe('switched off', () => {
  test('without a client id both are 404', async () => {
    const app = await testApp();
    for (const endpoint of [googleLogin, facebookLogin]) {
      const { status, problem } = await app.call(endpoint, { body: { token: 'x' } });
      expect([status, problem.code]).toEqual([404, 'provider_off']);
    }
    await app.close();
  });

  test('without their flag, too', async () => {
    const ctx = { db: api.db, now: api.clock.now() };
    for (const flag of ['google-login', 'facebook-login']) await setFlag(ctx, flag, false);
    const app = await testApp(undefined, { env, url: api.url });
    const token = await tokenOf('1', 'new@google.test');
    expect((await app.call(googleLogin, { body: { token } })).problem.code).toBe('provider_off');
    expect((await app.call(facebookLogin, { body: { token: 'token-1' } })).problem.code).toBe('provider_off');
    for (const flag of ['google-login', 'facebook-login']) await unsetFlag(ctx, flag);
    await app.close();
  });
});

test('one address may try 60 times in five minutes, before anybody outside is asked', async () => {
  const app = await testApp(undefined, { env });
  for (let n = 0; n < 60; n += 1) await app.call(facebookLogin, { body: { token: 'guess' } });
  const before = graph.calls.length;
  expect((await app.call(facebookLogin, { body: { token: 'guess' } })).status).toBe(429);
  expect(graph.calls).toHaveLength(before);
  await app.close();
});
