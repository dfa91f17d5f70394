import { describe, expect, onTestFinished, vi } from 'vitest';
import { login, signUp, signUpOndemand } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { signedUp } from '../events.ts';
import { testApp } from '#test/api/app.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { cookieIn, PARTNERS } from '#test/rooms/accounts.ts';
import { makeInvitation } from '#test/rooms/referrals.ts';
import { test as base } from '#test/api/test.ts';

const PASSWORD = 'twelve tones';
const form = (email: string, more: object = {}) => ({
  user: { name: 'Ada Lovelace', email, timezone: 'Europe/Lisbon', password: PASSWORD, ...more },
});
const test = base
  .extend(
    'rowOf',
    { scope: 'file' },
    ({ app }) =>
      (email: string) =>
        app.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst(),
  )
  .extend(
    'userOf',
    { scope: 'file' },
    ({ app }) =>
      async (answer: Parameters<typeof cookieIn>[0]) =>
        (await app.call(getMe, { headers: { cookie: cookieIn(answer) } })).body.user,
  )
  .extend(
    'people',
    { scope: 'file' },
    ({ app }) =>
      async () =>
        (await app.db.selectFrom('people').select('id').execute()).length,
  );

describe('POST /api/v2/users', () => {
  test('makes the account, signs in, and the cookie is theirs', async ({ app, rowOf }) => {
    const answer = await app.call(signUp, { body: { ...form(' New@Door.test '), method: 'official' } });
    expect(answer.status).toBe(200);
    const { id } = answer.body.user;
    expect(answer.body).toEqual({
      user: { id, timezone: 'Europe/Lisbon', role: 'client' },
      redirect: null,
      waitlisted: false,
    });
    const { user } = (await app.call(getMe, { headers: { cookie: cookieIn(answer) } })).body;
    expect(user).toMatchObject({
      id,
      name: 'Ada Lovelace',
      email: 'new@door.test',
      status: 'signup',
      cohort: 'public',
      provider: 'manual',
      sessions_left: 0,
      isOnboardingCompleted: false,
    });
    expect((await rowOf('new@door.test'))?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const again = await app.call(login, { body: { user: { email: 'NEW@door.test', password: PASSWORD } } });
    expect(again.status).toBe(200);
  });

  test('tells that somebody signed up: once, and not when nobody did', async ({ app }) => {
    const told = vi.spyOn(app.ctx().events, 'emit');
    const { body } = await app.call(signUp, { body: form('told@door.test') });
    await app.call(signUp, { body: form('told@door.test') });
    const events = told.mock.calls.filter(([, kind]) => kind === signedUp);
    expect(events.map(([, , payload]) => payload)).toEqual([{ person_id: body.user.id }]);
    told.mockRestore();
  });

  test.for([
    ['Mars/Olympus', 'UTC'],
    ['', 'UTC'],
    ['+05:30', 'UTC'],
    ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ] as const)('a browser in %j is taken for %s', async ([timezone, zone], { app }) => {
    const answer = await app.call(signUp, {
      body: form(`zone-${zone}-${timezone}@door.test`.replaceAll(/[/+:]/g, ''), { timezone }),
    });
    expect(answer.body.user.timezone).toBe(zone);
  });

  test.for([
    ['nothing', { name: '', email: '', password: '' }, ['Required', 'Required', 'Required']],
    ['no address', { email: 'ada' }, ['Invalid email address']],
    ['one name', { name: 'Ada' }, ['Your first name and last name are required']],
    ['a blank before it', { name: ' Ada Lovelace' }, ['Your first name and last name are required']],
    ['a short password', { password: '1234567' }, ['Password must have at least 8 characters']],
  ] as const)(
    '%s is 422 with the words of the field, and nobody is made',
    async ([, more, words], { app, people }) => {
      const before = await people();
      const answer = await app.call(signUp, { body: form('bad@door.test', more) });
      expect([answer.status, answer.problem.code]).toEqual([422, 'invalid']);
      expect(answer.problem.errors?.map(({ message }) => message)).toEqual(words);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(await people()).toBe(before);
    },
  );

  test.for([
    ['no user', {}],
    ['a name beyond all measure', form('a@door.test', { name: 'a '.repeat(200) })],
    ['an address beyond all measure', form(`${'a'.repeat(255)}@door.test`)],
    ['another method', { ...form('a@door.test'), method: 'google' }],
    ['a NUL', form('n\0l@door.test')],
  ] as const)('a malformed body is 400: %s', async ([, body], { app }) => {
    const answer = await app.call(signUp, { body: body as never });
    expect([answer.status, answer.problem.code]).toEqual([400, 'malformed']);
  });

  test('what is sent beside the form changes nothing: no role, no password hash', async ({ app, rowOf }) => {
    const body = {
      ...form('mass@door.test', { role: 'operator', id: 'x', waitlisted: true, password_hash: 'x' }),
      role: 'operator',
    };
    const answer = await app.call(signUp, { body });
    expect(answer.body.user.role).toBe('client');
    expect(await rowOf('mass@door.test')).toMatchObject({ role: 'client', waitlisted: false });
  });

  test('an address that has an account is 401, whatever its case', async ({ app }) => {
    await app.people.make('partner', { email: 'there@door.test' });
    const answer = await app.call(signUp, { body: form('There@Door.test') });
    expect([answer.status, answer.problem.code, answer.problem.detail]).toEqual([
      401,
      'email_taken',
      'That email already exists in Talkback',
    ]);
  });

  test('32 at once for one address: one account, 31 hear that it exists', async ({ app }) => {
    const all = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        app.call(signUp, { body: form(n % 2 === 0 ? 'race@door.test' : 'RACE@door.test') }),
      ),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ problem }) => problem.code === 'email_taken')).toHaveLength(31);
    const rows = await app.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', 'race@door.test')
      .execute();
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? '';
    const kept = await app.db.selectFrom('login_sessions').select('id').where('person_id', '=', id).execute();
    expect(kept).toHaveLength(1);
  });

  test('on another front it answers where to go, with a ticket', async ({ app }) => {
    const answer = await app.call(signUp, { body: form('elsewhere@door.test'), headers: PARTNERS });
    expect(answer.body.redirect).toMatch(/^http:\/\/localhost:4000\/enter\?ticket=[\w-]{43}$/);
    expect(cookieIn(answer)).toMatch(/^talkback_ticket=/);
  });

  test('a login session that the browser had before ends', async ({ app }) => {
    const person = await app.people.make('client');
    await app.call(signUp, { body: form('second@door.test'), headers: { cookie: person.cookie } });
    expect((await app.call(getMe, {}, person)).status).toBe(401);
  });
});

describe('with an invitation', () => {
  test('its code is accepted for the new person, in the same transaction', async ({ app }) => {
    const inviter = await app.people.make('client');
    const { code, id } = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
    const answer = await app.call(signUp, { body: { ...form('invited@door.test'), referral_code: code } });
    const row = await app.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ status: 'accepted-signup', invitee_id: answer.body.user.id });
  });

  test('a code that nobody gave keeps nobody out', async ({ app }) => {
    const answer = await app.call(signUp, {
      body: { ...form('anyway@door.test'), referral_code: 'no-such-code-anywhere' },
    });
    expect(answer.status).toBe(200);
  });

  test('who is refused accepts nothing', async ({ app }) => {
    const inviter = await app.people.make('client');
    const { code, id } = await makeInvitation(app.db, { inviterId: inviter.id, at: app.clock.now() });
    const answer = await app.call(signUp, { body: { ...form(inviter.email), referral_code: code } });
    expect(answer.status).toBe(401);
    const row = await app.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ status: 'awaiting-to-accept', invitee_id: null });
  });
});

describe('POST /api/v2/auth/signup-ondemand', () => {
  test('the account starts on demand', async ({ app, userOf }) => {
    const answer = await app.call(signUpOndemand, { body: form('ondemand@door.test') });
    expect(answer.status).toBe(200);
    expect(await userOf(answer)).toMatchObject({ status: 'ondemand', sessions_left: 0 });
  });

  test('a free bundle is joined at once, with the one trial credit; one with a price is bought later', async ({
    app,
    userOf,
  }) => {
    const free = await app.call(signUpOndemand, {
      body: { ...form('joins@door.test'), bundle_id: 'free-trial' },
    });
    expect(await userOf(free)).toMatchObject({ status: 'ondemand', sessions_left: 1 });
    const paid = await app.call(signUpOndemand, {
      body: { ...form('buys@door.test'), bundle_id: 'bundle-3' },
    });
    expect(await userOf(paid)).toMatchObject({ status: 'ondemand', sessions_left: 0 });
  });

  test('a bundle that is not there is 422, and nobody is made', async ({ app, people }) => {
    const before = await people();
    const answer = await app.call(signUpOndemand, { body: { ...form('none@door.test'), bundle_id: 'none' } });
    expect([answer.status, answer.problem.code]).toEqual([422, 'no_such_bundle']);
    expect(await people()).toBe(before);
  });

  test('its form is held to the same rules', async ({ app }) => {
    const answer = await app.call(signUpOndemand, { body: form('bad', { name: 'Ada' }) });
    expect(answer.problem.errors).toHaveLength(2);
  });
});

describe('the waiting list', () => {
  test('who asks for it is kept, told so, and not let in', async ({ app, rowOf }) => {
    const body = { ...form('waits@door.test'), isJoinWaitlist: true };
    const answer = await app.call(signUp, { body });
    expect(answer.body).toMatchObject({ waitlisted: true, redirect: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await rowOf('waits@door.test')).toMatchObject({ waitlisted: true });
    const person = { user: { email: 'waits@door.test', password: PASSWORD } };
    const { status, problem } = await app.call(login, { body: person });
    expect([status, problem.code]).toEqual([403, 'waitlisted']);
  });

  test("with the studio's flag everybody waits, and no trial runs meanwhile", async ({ app }) => {
    await setFlags(app, { waitlist: true, 'credit-card-first': false });
    onTestFinished(() => setFlags(app, { waitlist: null, 'credit-card-first': null }));
    const answer = await app.call(signUp, { body: form('flag@door.test') });
    expect(answer.body.waitlisted).toBe(true);
    const id = answer.body.user.id;
    const row = await app.db
      .selectFrom('memberships')
      .selectAll()
      .where('person_id', '=', id)
      .executeTakeFirst();
    expect(row).toMatchObject({ status: 'signup', trial_ends_at: null });
  });

  test('without credit-card-first a sign-up begins with what is free', async ({ app }) => {
    await setFlags(app, { 'credit-card-first': false });
    onTestFinished(() => setFlags(app, { 'credit-card-first': null }));
    const answer = await app.call(signUp, { body: form('free@door.test') });
    const { user } = (await app.call(getMe, { headers: { cookie: cookieIn(answer) } })).body;
    expect(user.status).not.toBe('signup');
    expect(user.sessions_left).toBe(1);
  });
});

test('one address may try 40 times in a quarter of an hour: then 429, for that address alone', async () => {
  const other = await testApp();
  await other.people.make('client', { email: 'busy@door.test' });
  for (let n = 0; n < 40; n += 1) await other.call(signUp, { body: form('busy@door.test') });
  const answer = await other.call(signUp, { body: form('Busy@door.test') });
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await other.call(signUp, { body: form('calm@door.test') })).status).toBe(200);
  await other.close();
});
