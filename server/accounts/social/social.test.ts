import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { describe, expect, onTestFinished } from 'vitest';
import { facebookLogin, googleLogin, googleNonce, login } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { hashToken } from '../../lib/ids.ts';
import { testApp } from '#test/api/app.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { cookieIn, PARTNERS } from '#test/rooms/accounts.ts';
import { googleNonceOf, startGraph, startIssuer } from '#test/rooms/providers.ts';
import { makeInvitation } from '#test/rooms/referrals.ts';
import { test as base } from '#test/api/test.ts';

type Body = ArgsOf<typeof googleLogin>['body'];
const test = base
  .extend('issuer', { scope: 'file' }, async ({}, { onCleanup }) => {
    const issuer = await startIssuer();
    onCleanup(() => issuer.close());
    return issuer;
  })
  .extend('graph', { scope: 'file' }, async ({}, { onCleanup }) => {
    const graph = await startGraph();
    onCleanup(() => graph.close());
    return graph;
  })
  .extend('env', { scope: 'file' }, ({ issuer, graph }) => ({
    GOOGLE_CLIENT_ID: issuer.clientId,
    TALKBACK_GOOGLE_ISSUER: issuer.url,
    FACEBOOK_APP_ID: graph.appId,
    FACEBOOK_APP_SECRET: graph.appSecret,
    TALKBACK_FACEBOOK_GRAPH: `${graph.url}/`,
  }))
  .extend('options', { scope: 'file' }, ({ env }) => ({ env }))
  .extend(
    'tokenOf',
    { scope: 'file' },
    ({ app, issuer }) =>
      (sub: string, email: string, more: object = {}) =>
        issuer.token({ at: app.clock.now().epochMilliseconds / 1000, claims: { sub, email, ...more } }),
  )
  /** Signs in as a browser does: with its own nonce and Google's token for it. */
  .extend(
    'present',
    { scope: 'file' },
    ({ app, tokenOf }) =>
      async (
        sub: string,
        email: string,
        claims: object,
        more: Partial<Body> = {},
        headers: Record<string, string> = {},
      ) => {
        const { nonce, cookie } = await googleNonceOf(app, headers);
        const token = await tokenOf(sub, email, { nonce, ...claims });
        return app.call(googleLogin, { body: { token, ...more }, headers: { ...headers, cookie } });
      },
  )
  .extend(
    'facebook',
    { scope: 'file' },
    ({ app, graph }) =>
      (id: string, email?: string, more: object = {}) => {
        const debug = { app_id: graph.appId, is_valid: true, user_id: id, ...more };
        const profile = { id, name: 'Ada Lovelace', ...(email === undefined ? {} : { email }) };
        graph.tokens.set(`token-${id}`, { debug, profile, status: 200 });
        return app.call(facebookLogin, { body: { token: `token-${id}` } });
      },
  )
  .extend(
    'accounts',
    { scope: 'file' },
    ({ app }) =>
      (email: string) =>
        app.db.selectFrom('people').selectAll().where('email', '=', email).execute(),
  )
  .extend(
    'google',
    { scope: 'file' },
    ({ present }) =>
      async (sub: string, email: string, more: Partial<Body> = {}, headers: Record<string, string> = {}) =>
        present(sub, email, {}, more, headers),
  );

describe('POST /api/v2/auth/google', () => {
  test('signs a new person up as a sign-up does, and in', async ({ app, google }) => {
    const answer = await google('1', 'New@Google.test', { extraParams: { timezone: 'Asia/Tokyo' } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      redirect: null,
      waitlisted: false,
      user: { timezone: 'Asia/Tokyo' },
    });
    const { user } = (await app.call(getMe, { headers: { cookie: cookieIn(answer) } })).body;
    expect(user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'new@google.test',
      email_proved: true,
      role: 'client',
      status: 'signup',
      provider: 'other',
      isOnboardingCompleted: false,
    });
  });

  test('signs the same person in again, whatever their e-mail has become', async ({ accounts, google }) => {
    const first = await google('2', 'before@google.test');
    const again = await google('2', 'after@google.test', { isJoinWaitlist: true });
    expect(again.body).toEqual(first.body);
    expect(await accounts('after@google.test')).toEqual([]);
  });

  test('never lets anybody into an account that has the e-mail otherwise: 422', async ({ app, google }) => {
    const owner = await app.people.make('client', { email: 'owner@google.test', password_hash: 'x' });
    const answer = await google('3', 'OWNER@google.test');
    expect([answer.status, answer.problem.code, answer.problem.detail]).toEqual([
      422,
      'other_provider',
      'You need to use a different login provider.',
    ]);
    expect(answer.headers['set-cookie']).toMatch(/^talkback_studio_google=; /);
    const kept = await app.db
      .selectFrom('identities')
      .selectAll()
      .where('person_id', '=', owner.id)
      .execute();
    expect(kept).toEqual([]);
    expect((await google('3', 'other@google.test')).status).toBe(200);
  });

  test('ten clicks at once make one account', async ({ accounts, google }) => {
    const all = await Promise.all(Array.from({ length: 10 }, () => google('4', 'twice@google.test')));
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(new Set(all.map(({ body }) => body.user.id)).size).toBe(1);
    expect(await accounts('twice@google.test')).toHaveLength(1);
  });

  test('one person under two addresses at once is one account, too', async ({ google }) => {
    const all = await Promise.all([google('5', 'one@google.test'), google('5', 'two@google.test')]);
    expect(new Set(all.map(({ body }) => body.user.id)).size).toBe(1);
  });

  test('has no password to sign in with: 422', async ({ app, google }) => {
    await google('6', 'social@google.test');
    const body = { user: { email: 'social@google.test', password: 'twelve tones' } };
    expect((await app.call(login, { body })).problem.code).toBe('no_password');
  });

  test('accepts the invitation that brought them, and UTC for a zone that is none', async ({
    app,
    google,
  }) => {
    const inviter = await app.people.make('client');
    const { code, id } = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
    const answer = await google('7', 'invited@google.test', {
      referral_code: code,
      extraParams: { timezone: 'Mars/Olympus' },
    });
    expect(answer.body.user.timezone).toBe('UTC');
    const row = await app.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row?.invitee_id).toBe(answer.body.user.id);
  });

  test('the waiting list: told so, not let in, and 403 from then on', async ({ google }) => {
    const answer = await google('8', 'waits@google.test', { isJoinWaitlist: true });
    expect(answer.body).toMatchObject({ waitlisted: true, redirect: null });
    expect(answer.headers['set-cookie']).toMatch(/^talkback_studio_google=; /);
    const again = await google('8', 'waits@google.test');
    expect([again.status, again.problem.code]).toEqual([403, 'waitlisted']);
  });

  test('on another front it leads on with a ticket, to a path of ours only', async ({ google }) => {
    const answer = await google('9', 'front@google.test', { next: '//evil.test' }, PARTNERS);
    expect(answer.body.redirect).toMatch(/^http:\/\/localhost:4000\/enter\?ticket=[\w-]{43}$/);
  });

  test('a token that is not for us is 401 and makes nobody', async ({ present, accounts }) => {
    const { status, problem } = await present('10', 'bad@google.test', { aud: 'another' });
    expect([status, problem.code]).toEqual([401, 'bad_token']);
    expect(await accounts('bad@google.test')).toEqual([]);
  });

  test('a name that is too long or none is made to fit', async ({ present, accounts }) => {
    expect((await present('11', 'long@google.test', { name: '𝄞'.repeat(300) })).status).toBe(200);
    await present('12', 'nameless@google.test', { name: ' \n ' });
    expect((await accounts('nameless@google.test'))[0]?.name).toBe('nameless');
    expect(Array.from((await accounts('long@google.test'))[0]?.name ?? '')).toHaveLength(255);
  });

  test('the nonce is of one browser: its cookie is HttpOnly, its tabs share it, others have another', async ({
    app,
  }) => {
    const answer = await app.call(googleNonce, {});
    expect([answer.headers['set-cookie']].flat().map(String)).toEqual([
      expect.stringMatching(
        /^talkback_studio_google=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const cookie = cookieIn(answer);
    const secret = cookie.split('=')[1] ?? '';
    expect(answer.body.nonce).toBe(hashToken(secret).toString('base64url'));
    expect((await googleNonceOf(app, { cookie })).nonce).toBe(answer.body.nonce);
    expect((await googleNonceOf(app)).nonce).not.toBe(answer.body.nonce);
  });

  test('a token is worth nothing in another browser, without a nonce, or a second time', async ({
    app,
    tokenOf,
    accounts,
  }) => {
    const { nonce, cookie } = await googleNonceOf(app);
    const { cookie: elsewhere } = await googleNonceOf(app);
    const token = await tokenOf('13', 'nonce@google.test', { nonce });
    const bare = await tokenOf('13', 'nonce@google.test', { nonce: undefined });
    const enter = async (body: { token: string }, headers = {}) => app.call(googleLogin, { body, headers });
    for (const refused of [
      await enter({ token }),
      await enter({ token }, { cookie: elsewhere }),
      await enter({ token: bare }, { cookie }),
    ])
      expect([refused.status, refused.problem.code]).toEqual([401, 'bad_token']);
    expect(await accounts('nonce@google.test')).toEqual([]);
    const all = await Promise.all(Array.from({ length: 5 }, () => enter({ token }, { cookie })));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401]);
    const entered = all.find(({ status }) => status === 200);
    const cookies = [entered?.headers['set-cookie']].flat().map(String);
    expect(cookies.some((text) => text.startsWith('talkback_studio_google=; '))).toBe(true);
    app.clock.add({ minutes: 9 });
    expect((await enter({ token }, { cookie })).problem.code).toBe('bad_token');
  });

  test('a malformed body is 400', async ({ app }) => {
    for (const body of [{}, { token: 1 }, { token: 'x'.repeat(8001) }, { token: 'x', extraParams: 'x' }])
      expect((await app.call(googleLogin, { body: body as never })).status).toBe(400);
  });
});

describe('POST /api/v2/auth/facebook', () => {
  test('signs up, and in again, also when Facebook has no e-mail any more', async ({ app, facebook }) => {
    const first = await facebook('1', 'new@facebook.test');
    expect(first.status).toBe(200);
    expect((await facebook('1')).body).toEqual(first.body);
    const { user } = (await app.call(getMe, { headers: { cookie: cookieIn(first) } })).body;
    expect(user).toMatchObject({ email: 'new@facebook.test', provider: 'other', status: 'signup' });
  });

  test('its ids are not those of Google', async ({ facebook, google }) => {
    const there = await google('fb-2', 'same@google.test');
    const here = await facebook('2', 'same@facebook.test');
    expect(here.body.user.id).not.toBe(there.body.user.id);
  });

  test('without an e-mail nobody new comes in, and is told why: 422', async ({ facebook }) => {
    const { status, problem } = await facebook('3');
    expect([status, problem.code]).toEqual([422, 'no_email']);
    expect(problem.detail).toContain('did not tell us your e-mail address');
  });

  test('an e-mail that is owned otherwise is 422', async ({ facebook, google }) => {
    await google('fb-4', 'both@google.test');
    expect((await facebook('4', 'both@google.test')).problem.code).toBe('other_provider');
  });

  test('a token of another app is 401', async ({ facebook }) => {
    const { status, problem } = await facebook('5', 'app@facebook.test', { app_id: '666' });
    expect([status, problem.code]).toEqual([401, 'bad_token']);
  });

  test('a Facebook that fails is 409 and makes nobody', async ({ app, graph }) => {
    graph.tokens.set('fails', { debug: {}, profile: {}, status: 503 });
    const { status, problem } = await app.call(facebookLogin, { body: { token: 'fails' } });
    expect([status, problem.code]).toEqual([409, 'provider_away']);
  });
});

describe('switched off', () => {
  test('without a client id both are 404', async () => {
    const other = await testApp();
    for (const endpoint of [googleLogin, facebookLogin]) {
      const { status, problem } = await other.call(endpoint, { body: { token: 'x' } });
      expect([status, problem.code]).toEqual([404, 'provider_off']);
    }
    expect((await other.call(googleNonce, {})).problem.code).toBe('provider_off');
    await other.close();
  });

  test('without their flag, too', async ({ app, tokenOf }) => {
    await setFlags(app, { 'google-login': false, 'facebook-login': false });
    onTestFinished(() => setFlags(app, { 'google-login': null, 'facebook-login': null }));
    const token = await tokenOf('1', 'new@google.test');
    expect((await app.call(googleLogin, { body: { token } })).problem.code).toBe('provider_off');
    expect((await app.call(facebookLogin, { body: { token: 'token-1' } })).problem.code).toBe('provider_off');
  });
});

test('one address may try 60 times in five minutes, before anybody outside is asked', async ({
  graph,
  env,
}) => {
  const other = await testApp(undefined, { env });
  for (let n = 0; n < 60; n += 1) await other.call(facebookLogin, { body: { token: 'guess' } });
  const before = graph.calls.length;
  expect((await other.call(facebookLogin, { body: { token: 'guess' } })).status).toBe(429);
  expect(graph.calls).toHaveLength(before);
  await other.close();
});
