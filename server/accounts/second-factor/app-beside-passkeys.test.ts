import { expect } from 'vitest';
import * as app from '#shared/accounts/contract-app.ts';
import * as passkeys from '#shared/accounts/contract-passkeys.ts';
import {
  getSecondFactor,
  makeRecoveryCodes,
  passSecondFactor,
} from '#shared/accounts/contract-second-factor.ts';
import type { TestPerson } from '#test/api/people.ts';
import { codeAt } from '#test/browser/second-factor.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { Authenticator } from '#test/rooms/authenticator.ts';
import { cookiesOf, OPERATOR, test as base } from '#test/rooms/second-factor.ts';

const test = base
  .extend('prove', { scope: 'file' }, ({ app: api }) => async (as: TestPerson, device: Authenticator) => ({
    passkey: device.prove((await api.call(passkeys.beginPasskeyProof, {}, as)).body),
  }))
  .extend(
    'now',
    { scope: 'file' },
    ({ app: api }) =>
      (secret: string) =>
        codeAt(secret, api.clock.now().epochMilliseconds),
  )
  .extend('operator', ({ app: api, invited, enter }) =>
    /** An operator whose only second factor is a passkey. */
    async () => {
      const person = await invited();
      const headers = { ...OPERATOR, cookie: await enter(person) };
      const { body } = await api.call(passkeys.beginDuePasskey, { headers });
      if (body.set_up === null) throw new Error('asked to prove');
      const device = new Authenticator();
      const passed = await api.call(passkeys.setUpPasskey, { body: device.make(body.set_up), headers });
      const as: TestPerson = { ...person, cookie: cookiesOf(passed) };
      return { as, device, codes: passed.body.recovery_codes ?? [] };
    },
  )
  .extend('begun', ({ app: api, operator, prove }) =>
    /** The same, who has asked for an app's key. */
    async () => {
      const own = await operator();
      const setup = await api.call(app.beginApp, { body: await prove(own.as, own.device) }, own.as);
      expect(setup.status).toBe(200);
      return { ...own, setup: setup.body };
    },
  );

test('who has a passkey adds an app by its first code, signs in by it, and removes it again', async ({
  app: api,
  begun,
  enter,
  prove,
  now,
}) => {
  const { as, device, setup } = await begun();
  expect(setup.uri).toMatch(/^otpauth:\/\/totp\/localhost:/);
  const wrong = String((Number(now(setup.secret)) + 1) % 1_000_000).padStart(6, '0');
  const add = (code: string) => api.call(app.addApp, { body: { token: setup.token, code } }, as);
  expect((await add(wrong)).problem.code).toBe('wrong_code');
  const first = now(setup.secret);
  expect((await add(first)).status).toBe(200);
  expect((await add(first)).problem.code).toBe('has_app');
  expect((await api.call(getSecondFactor, {}, as)).body).toMatchObject({
    app: true,
    app_added_at: api.clock.now().toString(),
    passkeys: [{ name: 'Passkey' }],
    recovery_codes_left: 10,
  });
  const again = await api.call(app.beginApp, { body: await prove(as, device) }, as);
  expect(again.problem.code).toBe('has_app');

  const login = async (code: string) => {
    const headers = { ...OPERATOR, cookie: await enter(as) };
    return (await api.call(passSecondFactor, { body: { code }, headers })).status;
  };
  expect(await login(first), 'a code works once').toBe(422);
  api.clock.add({ seconds: 30 });
  expect(await login(now(setup.secret))).toBe(200);
  // Beyond the tries of a quarter of an hour.
  api.clock.add({ minutes: 15 });

  expect((await api.call(app.removeApp, { body: { code: wrong } }, as)).problem.code).toBe('wrong_code');
  const removed = await api.call(app.removeApp, { body: { code: now(setup.secret) } }, as);
  expect(removed.status).toBe(200);
  expect((await api.call(app.removeApp, { body: await prove(as, device) }, as)).problem.code).toBe(
    'not_found',
  );
  api.clock.add({ seconds: 30 });
  expect(await login(now(setup.secret)), 'a removed app').toBe(422);
  expect((await api.call(getSecondFactor, {}, as)).body).toMatchObject({ app: false, app_added_at: null });
  expect((await auditOf(api.db, 'person', as.id)).map(({ what }) => what).slice(-2)).toEqual([
    'second-factor.app-added',
    'second-factor.app-removed',
  ]);
});

test('asking for a key needs a proof; a recovery code is one', async ({ app: api, operator }) => {
  const { as, codes } = await operator();
  const begin = (code: string, who: TestPerson | null = as) =>
    api.call(app.beginApp, { body: { code } }, who);
  expect((await begin('000000')).problem.code).toBe('wrong_code');
  expect((await begin('000000', null)).status).toBe(401);
  expect((await begin('000000', await api.people.make('client'))).status).toBe(403);
  expect((await begin(codes[0] ?? '')).status).toBe(200);
});

test('the key is the one of who asked, for ten minutes, until the next is asked for', async ({
  app: api,
  begun,
  operator,
  prove,
  now,
}) => {
  const { as, device, setup } = await begun();
  const other = await operator();
  const add = (token: string, secret: string, who = as) =>
    api.call(app.addApp, { body: { token, code: now(secret) } }, who);
  expect((await add(setup.token, setup.secret, other.as)).problem.code).toBe('setup_over');
  const next = await api.call(app.beginApp, { body: await prove(as, device) }, as);
  expect((await add(setup.token, setup.secret)).problem.code).toBe('setup_over');
  api.clock.add({ minutes: 10 });
  expect((await add(next.body.token, next.body.secret)).problem.code).toBe('setup_over');
});

test('an app that is the only second factor stays', async ({ app: api, begun, prove, now }) => {
  const { as, device, codes, setup } = await begun();
  await api.call(app.addApp, { body: { token: setup.token, code: now(setup.secret) } }, as);
  const [key] = (await api.call(getSecondFactor, {}, as)).body.passkeys;
  const params = { id: key?.id ?? '' };
  const gone = await api.call(passkeys.removePasskey, { params, body: await prove(as, device) }, as);
  expect(gone.status, 'a passkey goes while there is an app').toBe(200);
  expect((await api.call(app.removeApp, { body: { code: codes[0] ?? '' } }, as)).problem.code).toBe('last');
  expect((await api.call(getSecondFactor, {}, as)).body.recovery_codes_left, 'a refusal spends nothing').toBe(
    10,
  );
});

test('of two first codes at once, one adds the app', async ({ app: api, begun, now }) => {
  const { as, setup } = await begun();
  const body = { token: setup.token, code: now(setup.secret) };
  const answers = await Promise.all([1, 2, 3].map(() => api.call(app.addApp, { body }, as)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
});

test('codes of a key that was not added count as tries', async ({ app: api, begun }) => {
  const { as, setup } = await begun();
  const body = { token: setup.token, code: 'none' };
  const statuses = [];
  for (let time = 0; time < 10; time += 1) statuses.push((await api.call(app.addApp, { body }, as)).status);
  expect(statuses.at(-1)).toBe(429);
  expect((await api.call(makeRecoveryCodes, { body: { code: 'none' } }, as)).status).toBe(429);
});
