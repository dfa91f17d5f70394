import { codeAt as codeAtMs } from '#test/browser/second-factor.ts';
import { expect, vi } from 'vitest';
import { changePassword, login, redeemTicket } from '#shared/accounts/contract.ts';
import {
  getDueSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  passSecondFactor,
  removeSecondFactor,
} from '#shared/accounts/contract-second-factor.ts';
import { getMe } from '#shared/me/contract.ts';
import { getDataCheck } from '#shared/operator/contract.ts';
import { resetSecondFactor } from '../../operator/service.ts';
import { secondFactorChanged } from '../events.ts';
import { keyHash } from './authenticator-app.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { cookiesOf, OPERATOR, PASSWORD, test as base } from '#test/rooms/second-factor.ts';

const codeAt = (secret: string, at: Temporal.Instant): string => codeAtMs(secret, at.epochMilliseconds);

/** A code that the app does not show now. */
const wrongFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const test = base
  .extend(
    'dueFor',
    { scope: 'file' },
    ({ app }) =>
      (cookie: string) =>
        app.call(getDueSecondFactor, { headers: { ...OPERATOR, cookie } }),
  )
  .extend(
    'pass',
    { scope: 'file' },
    ({ app }) =>
      async (cookie: string, code: string) =>
        app.call(passSecondFactor, { body: { code }, headers: { ...OPERATOR, cookie } }),
  )
  .extend(
    'statusOf',
    { scope: 'file' },
    ({ app }) =>
      async (cookie: string) =>
        (await app.call(getDataCheck, { headers: { ...OPERATOR, cookie } })).status,
  )
  .extend('operator', ({ app, invited, enter, dueFor, pass }) =>
    /** An operator whose app is set up, 30 seconds ago. */
    async () => {
      const person = await invited();
      const cookie = await enter(person);
      const due = await dueFor(cookie);
      const secret = due.body.setup?.secret ?? '';
      const passed = await pass(cookie, codeAt(secret, app.clock.now()));
      expect(passed.status).toBe(200);
      app.clock.add({ seconds: 30 });
      const as = { ...person, cookie: cookiesOf(passed) };
      return {
        as,
        secret,
        codes: passed.body.recovery_codes ?? [],
        now: () => codeAt(secret, app.clock.now()),
      };
    },
  );

test('an operator can do nothing but set up an app, until its first code', async ({
  app,
  invited,
  enter,
  pass,
  statusOf,
  dueFor,
}) => {
  const person = await invited();
  const cookie = await enter(person);
  expect(await statusOf(cookie)).toBe(401);
  expect((await app.call(getMe, { headers: { ...OPERATOR, cookie } })).status).toBe(401);
  const due = await dueFor(cookie);
  expect(due.body).toMatchObject({
    email: person.email,
    setup: { uri: expect.stringMatching(/^otpauth:\/\/totp\/localhost:/) },
  });
  const secret = due.body.setup?.secret ?? '';
  const again = await dueFor(cookie);
  expect(again.body.setup?.secret, 'the same after a reload').toBe(secret);
  const code = codeAt(secret, app.clock.now());
  expect((await pass(cookie, wrongFor(code))).problem.code).toBe('wrong_code');
  const passed = await pass(cookie, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(passed.body).toMatchObject({ user: { id: person.id, role: 'operator' } });
  expect(passed.body.recovery_codes).toHaveLength(10);
  expect(new Set(passed.body.recovery_codes).size).toBe(10);
  expect(await statusOf(cookiesOf(passed))).toBe(200);
  expect((await pass(cookie, code)).problem.code, 'the login is over').toBe('sign_in_first');
});

test('the next login asks for a code of the app, each of which works once', async ({
  app,
  operator,
  enter,
  pass,
  statusOf,
  dueFor,
}) => {
  const { as, now } = await operator();
  const noted = () =>
    app.db
      .selectFrom('authenticator_apps')
      .select('key_hash')
      .where('person_id', '=', as.id)
      .executeTakeFirst();
  expect(await noted(), 'by which key it was set up').toEqual({ key_hash: keyHash(app.ctx()) });
  await app.db
    .updateTable('authenticator_apps')
    .set({ key_hash: null })
    .where('person_id', '=', as.id)
    .execute();
  const cookie = await enter(as);
  const due = await dueFor(cookie);
  expect(due.body, 'the secret is shown once').toMatchObject({
    email: as.email,
    setup: null,
    app: true,
    passkeys: false,
  });
  const code = now();
  const passed = await pass(cookie, code);
  expect(passed.body.recovery_codes).toBeNull();
  expect(await noted(), 'of an app from before, once a code was right').toEqual({
    key_hash: keyHash(app.ctx()),
  });
  expect(await statusOf(cookiesOf(passed))).toBe(200);
  expect((await pass(await enter(as), code)).problem.code).toBe('wrong_code');
  app.clock.add({ seconds: 30 });
  expect((await pass(await enter(as), now())).status).toBe(200);
});

test('codes of the 30 seconds before and after are taken, others are not', async ({
  app,
  operator,
  enter,
  pass,
}) => {
  const { as, secret } = await operator();
  app.clock.add({ minutes: 5 });
  const at = (seconds: number): string => codeAt(secret, app.clock.now().add({ seconds }));
  for (const seconds of [-60, 60, 3600])
    expect((await pass(await enter(as), at(seconds))).problem.code).toBe('wrong_code');
  expect((await pass(await enter(as), at(-30))).status).toBe(200);
  expect((await pass(await enter(as), at(30))).status).toBe(200);
  expect((await pass(await enter(as), at(0))).problem.code, 'older than the last').toBe('wrong_code');
});

test('a recovery code stands for the app, once', async ({ app, operator, enter, pass, statusOf }) => {
  const { as, codes } = await operator();
  const [code = ''] = codes;
  const passed = await pass(await enter(as), code.toLowerCase().replaceAll('-', ' '));
  expect(await statusOf(cookiesOf(passed))).toBe(200);
  expect((await pass(await enter(as), code)).problem.code).toBe('wrong_code');
  expect((await app.call(getSecondFactor, {}, as)).body.recovery_codes_left).toBe(9);
});

test("somebody else's recovery code and code are wrong", async ({ operator, enter, pass }) => {
  const [one, other] = [await operator(), await operator()];
  expect((await pass(await enter(one.as), other.codes[0] ?? '')).problem.code).toBe('wrong_code');
  expect((await pass(await enter(one.as), other.now())).problem.code).toBe('wrong_code');
});

test('of several at once with one code, one signs in', async ({ app, operator, enter, pass }) => {
  const { as, now, codes } = await operator();
  const cookies = await Promise.all(Array.from({ length: 4 }, () => enter(as)));
  for (const code of [now(), codes[1] ?? '']) {
    const answers = await Promise.all(cookies.map((cookie) => pass(cookie, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    app.clock.add({ seconds: 30 });
  }
});

test('the first codes of two phones at once set up one app', async ({
  app,
  invited,
  enter,
  pass,
  dueFor,
}) => {
  const person = await invited();
  const logins = await Promise.all([enter(person), enter(person)]);
  const secrets = await Promise.all(
    logins.map(async (cookie) => {
      const due = await dueFor(cookie);
      return due.body.setup?.secret ?? '';
    }),
  );
  const answers = await Promise.all(
    logins.map((cookie, n) => pass(cookie, codeAt(secrets[n] ?? '', app.clock.now()))),
  );
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]));
});

test('after ten tries in a quarter of an hour even the right code waits', async ({
  app,
  operator,
  enter,
  pass,
}) => {
  const { as, now } = await operator();
  const cookie = await enter(as);
  for (let n = 0; n < 9; n += 1) expect((await pass(cookie, 'no code')).problem.code).toBe('wrong_code');
  // The first of the ten set up the app.
  expect((await pass(cookie, now())).status).toBe(429);
  app.clock.add({ minutes: 9 });
  const later = await enter(as);
  expect((await pass(later, now())).status).toBe(429);
  app.clock.add({ minutes: 6 });
  expect((await pass(later, now())).status).toBe(200);
});

test('the second half of a login is open for 10 minutes, and only in its browser', async ({
  app,
  operator,
  enter,
  pass,
  dueFor,
}) => {
  const { as, now } = await operator();
  const cookie = await enter(as);
  expect((await pass('', now())).problem.code).toBe('sign_in_first');
  expect((await pass(`${cookie}x`, now())).problem.code).toBe('sign_in_first');
  app.clock.add({ minutes: 10 });
  expect((await pass(cookie, now())).problem.code).toBe('sign_in_first');
  const due = await dueFor(cookie);
  expect([due.status, due.problem.code]).toEqual([422, 'sign_in_first']);
});

test('a changed password ends logins that wait for their second factor', async ({
  app,
  operator,
  enter,
  pass,
}) => {
  const { as, now } = await operator();
  const cookie = await enter(as);
  const body = { current_password: PASSWORD, new_password: 'thirteen tones' };
  expect((await app.call(changePassword, { body }, as)).status).toBe(200);
  expect((await auditOf(app.db, 'person', as.id)).at(-1)).toMatchObject({
    what: 'password.changed',
    operator_id: as.id,
  });
  expect((await pass(cookie, now())).problem.code).toBe('sign_in_first');
});

test('a ticket from another front asks for the second factor, too', async ({
  app,
  operator,
  pass,
  statusOf,
}) => {
  const { as, now } = await operator();
  const entered = await app.call(login, {
    body: { user: { email: as.email, password: PASSWORD }, next: '/people?page=2' },
  });
  const { searchParams } = new URL(entered.body.redirect ?? '');
  const redeemed = await app.call(redeemTicket, {
    body: { ticket: searchParams.get('ticket') ?? '', next: searchParams.get('next') ?? '' },
    headers: { ...OPERATOR, cookie: cookiesOf(entered) },
  });
  expect(redeemed.body.redirect).toBe('http://localhost:4002/second-factor?next=%2Fpeople%3Fpage%3D2');
  expect(await statusOf(cookiesOf(redeemed))).toBe(401);
  expect(await statusOf(cookiesOf(await pass(cookiesOf(redeemed), now())))).toBe(200);
});

test('new recovery codes void the earlier ones', async ({ app, operator, enter, pass }) => {
  const { as, codes, now } = await operator();
  const refused = await app.call(makeRecoveryCodes, { body: { code: 'no code' } }, as);
  expect(refused.problem.code).toBe('wrong_code');
  const made = await app.call(makeRecoveryCodes, { body: { code: now() } }, as);
  expect(made.body.recovery_codes).toHaveLength(10);
  expect((await pass(await enter(as), codes[0] ?? '')).problem.code).toBe('wrong_code');
  expect((await pass(await enter(as), made.body.recovery_codes[0] ?? '')).status).toBe(200);
});

test('who removes the app is signed out everywhere and sets up another', async ({
  app,
  operator,
  enter,
  pass,
  statusOf,
  dueFor,
}) => {
  const { as, codes, now, secret } = await operator();
  const elsewhere = cookiesOf(await pass(await enter(as), now()));
  const waiting = await enter(as);
  expect((await app.call(removeSecondFactor, { body: { code: 'none' } }, as)).problem.code).toBe(
    'wrong_code',
  );
  expect((await app.call(removeSecondFactor, { body: { code: codes[0] ?? '' } }, as)).status).toBe(200);
  expect(await statusOf(as.cookie)).toBe(401);
  expect(await statusOf(elsewhere)).toBe(401);
  expect((await pass(waiting, codes[1] ?? '')).problem.code).toBe('sign_in_first');
  const cookie = await enter(as);
  const due = await dueFor(cookie);
  expect(due.body.setup?.secret).not.toBe(secret);
});

test('each change of a second factor is in the audit log, without a secret, and its owner is told', async ({
  app,
  operator,
}) => {
  const told = vi.spyOn(app.ctx().events, 'emit');
  const { as, now } = await operator();
  const { body } = await app.call(makeRecoveryCodes, { body: { code: now() } }, as);
  const [code = ''] = body.recovery_codes;
  expect((await app.call(removeSecondFactor, { body: { code: 'none' } }, as)).status).toBe(422);
  expect((await app.call(removeSecondFactor, { body: { code } }, as)).status).toBe(200);
  expect(await auditOf(app.db, 'person', as.id)).toEqual(
    ['second-factor.set-up', 'second-factor.codes-renewed', 'second-factor.removed'].map((what) => ({
      operator_id: as.id,
      what,
      person_id: as.id,
      reason: null,
      before: null,
      after: null,
    })),
  );
  const changes = told.mock.calls.filter(([, kind]) => kind === secondFactorChanged);
  expect(changes.map(([, , payload]) => payload)).toEqual(
    ['set-up', 'codes-renewed', 'removed'].map((change) => ({ person_id: as.id, change })),
  );
  told.mockRestore();
});

test("an operator's login ends after an hour without use, and after 12 hours", async ({
  app,
  operator,
  statusOf,
}) => {
  const { as } = await operator();
  for (let minutes = 0; minutes < 12 * 60 - 60; minutes += 55) {
    expect(await statusOf(as.cookie), `after ${minutes} minutes`).toBe(200);
    app.clock.add({ minutes: 55 });
  }
  expect(await statusOf(as.cookie)).toBe(200);
  app.clock.add({ minutes: 55 });
  expect(await statusOf(as.cookie), 'after 11:55').toBe(200);
  app.clock.add({ minutes: 5 });
  expect(await statusOf(as.cookie), 'after 12 hours').toBe(401);
  const other = await operator();
  app.clock.add({ minutes: 61 });
  expect(await statusOf(other.as.cookie), 'unused').toBe(401);
});

test('the command lets in who has lost the app and the codes', async ({
  app,
  operator,
  enter,
  statusOf,
  dueFor,
}) => {
  const { as, secret } = await operator();
  const ctx = app.ctx();
  expect(await resetSecondFactor(ctx, 'nobody@test.test')).toMatchObject({ reason: 'no_such_person' });
  const client = await app.people.make('client');
  expect(await resetSecondFactor(ctx, client.email)).toMatchObject({ reason: 'no_second_factor' });
  expect(await resetSecondFactor(ctx, ` ${as.email.toUpperCase()} `)).toMatchObject({ ok: true });
  expect(await statusOf(as.cookie)).toBe(401);
  const cookie = await enter(as);
  const due = await dueFor(cookie);
  expect(due.body.setup).not.toBeNull();
  expect(due.body.setup?.secret).not.toBe(secret);
  expect(await resetSecondFactor(ctx, as.email)).toMatchObject({ reason: 'no_second_factor' });
  expect((await auditOf(app.db, 'person', as.id)).slice(1)).toMatchObject([
    { what: 'second-factor.reset', operator_id: null },
  ]);
});
