import { expect, vi } from 'vitest';
import { login } from '#shared/accounts/contract.ts';
import * as contract from '#shared/accounts/contract-passkeys.ts';
import {
  getDueSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  passSecondFactor,
  removeSecondFactor,
} from '#shared/accounts/contract-second-factor.ts';
import { getDataCheck } from '#shared/operator/contract.ts';
import { resetSecondFactor } from '../../operator/service.ts';
import { secondFactorChanged } from '../events.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { codeAt } from '#test/browser/second-factor.ts';
import { Authenticator, type Otherwise } from '#test/rooms/authenticator.ts';
import type { TestPerson } from '#test/api/people.ts';
import { cookiesOf, OPERATOR, PASSWORD, test as base } from '#test/rooms/second-factor.ts';

const statusesOf = (answers: readonly { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

const test = base
  .extend('waiting', { scope: 'file' }, ({ enter }) =>
    /** Signs in by password; the headers of the second half. */
    async (person: Pick<TestPerson, 'email'>) => ({ ...OPERATOR, cookie: await enter(person) }),
  )
  .extend('begin', { scope: 'file' }, ({ app }) => async (headers: Record<string, string>) => {
    const { body } = await app.call(contract.beginDuePasskey, { headers });
    if (body.prove === null) throw new Error('asked to set up');
    return body.prove;
  })
  .extend('pass', { scope: 'file' }, ({ app, waiting, begin }) =>
    /** Signs in by password and passkey. */
    async (person: Pick<TestPerson, 'email'>, device: Authenticator, otherwise: Otherwise = {}) => {
      const headers = await waiting(person);
      return app.call(contract.passByPasskey, {
        body: device.prove(await begin(headers), otherwise),
        headers,
      });
    },
  )
  .extend('prove', { scope: 'file' }, ({ app }) => async (as: TestPerson, device: Authenticator) => ({
    passkey: device.prove((await app.call(contract.beginPasskeyProof, {}, as)).body),
  }))
  .extend('operator', ({ app, invited, waiting }) =>
    /** An operator whose only second factor is a passkey. */
    async () => {
      const person = await invited();
      const headers = await waiting(person);
      const { body } = await app.call(contract.beginDuePasskey, { headers });
      if (body.set_up === null) throw new Error('asked to prove');
      const device = new Authenticator();
      const passed = await app.call(contract.setUpPasskey, { body: device.make(body.set_up), headers });
      expect(passed.status).toBe(200);
      return {
        as: { ...person, cookie: cookiesOf(passed) },
        device,
        codes: passed.body.recovery_codes ?? [],
      };
    },
  )
  .extend('add', ({ app, prove }) =>
    /** Adds a passkey by proving another. */
    async (as: TestPerson, proof: Authenticator) => {
      const { body: options } = await app.call(contract.beginPasskey, { body: await prove(as, proof) }, as);
      const device = new Authenticator();
      const added = await app.call(contract.addPasskey, { body: device.make(options) }, as);
      expect(added.status).toBe(200);
      return { device, ...added.body };
    },
  );

test('a first passkey sets up the second factor, with recovery codes, and signs in', async ({
  app,
  invited,
  waiting,
}) => {
  const person = await invited();
  const headers = await waiting(person);
  const due = await app.call(getDueSecondFactor, { headers });
  expect(due.body).toMatchObject({
    setup: expect.anything(),
    app: false,
    passkeys: false,
    takes_passkeys: true,
  });
  const { body } = await app.call(contract.beginDuePasskey, { headers });
  expect(body).toMatchObject({
    prove: null,
    set_up: {
      rp: { id: 'localhost', name: 'Talkback' },
      user: { name: person.email },
      attestation: 'none',
      excludeCredentials: [],
    },
  });
  if (body.set_up === null) throw new Error('nothing to make');
  const device = new Authenticator();
  const passed = await app.call(contract.setUpPasskey, { body: device.make(body.set_up), headers });
  expect(passed.body).toMatchObject({ user: { id: person.id, role: 'operator' } });
  expect(passed.body.recovery_codes).toHaveLength(10);
  const as = { ...person, cookie: cookiesOf(passed) };
  expect((await app.call(getDataCheck, {}, as)).status).toBe(200);
  expect((await app.call(getSecondFactor, {}, as)).body).toMatchObject({
    recovery_codes_left: 10,
    app: false,
    passkeys: [{ name: 'Passkey', last_used_at: null }],
  });
  expect((await auditOf(app.db, 'person', person.id)).at(-1)).toMatchObject({
    what: 'second-factor.passkey-added',
  });
});

test('the next login is passed by the passkey, which counts', async ({
  app,
  operator,
  waiting,
  begin,
  pass,
}) => {
  const { as, device } = await operator();
  const headers = await waiting(as);
  expect((await app.call(getDueSecondFactor, { headers })).body).toMatchObject({
    setup: null,
    app: false,
    passkeys: true,
  });
  const options = await begin(headers);
  expect(options.allowCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }]);
  const passed = await app.call(contract.passByPasskey, { body: device.prove(options), headers });
  expect(passed.body).toMatchObject({ user: { id: as.id }, recovery_codes: null });
  const signedIn = { ...as, cookie: cookiesOf(passed) };
  expect((await app.call(getDataCheck, {}, signedIn)).status).toBe(200);
  expect((await app.call(getSecondFactor, {}, signedIn)).body.passkeys).toMatchObject([
    { last_used_at: app.clock.now().toString() },
  ]);
  expect((await pass(as, device)).status).toBe(200);
  expect((await pass(as, device, { counter: 1 })).problem.code, 'of a copied authenticator').toBe(
    'wrong_passkey',
  );
});

test('an answer to another challenge, of another page, site, key or person is refused', async ({
  app,
  operator,
  waiting,
  begin,
  pass,
}) => {
  const { as, device } = await operator();
  const other = await operator();
  for (const otherwise of [
    { origin: 'https://localhost.evil.example' },
    { origin: 'http://localhost:4000' },
    { site: 'evil.example' },
    { challenge: 'AAAA' },
  ])
    expect((await pass(as, device, otherwise)).problem.code).toBe('wrong_passkey');
  const [mine, theirs] = [await waiting(as), await waiting(other.as)];
  const body = device.prove(await begin(theirs));
  expect((await app.call(contract.passByPasskey, { body, headers: mine })).problem.code).toBe(
    'wrong_passkey',
  );
  expect((await app.call(contract.passByPasskey, { body, headers: theirs })).problem.code).toBe(
    'wrong_passkey',
  );
  const unsigned = { ...device.prove(await begin(mine)), signature: 'AAAA' };
  expect((await app.call(contract.passByPasskey, { body: unsigned, headers: mine })).problem.code).toBe(
    'wrong_passkey',
  );
  expect((await pass(as, new Authenticator())).problem.code, 'of an unknown key').toBe('wrong_passkey');
  app.clock.add({ minutes: 16 });
  expect((await pass(as, device)).status).toBe(200);
});

test('a challenge is answered once and within five minutes', async ({ app, operator, waiting, begin }) => {
  const { as, device } = await operator();
  const [first, second] = [await waiting(as), await waiting(as)];
  const options = await begin(first);
  const answers = await Promise.all(
    [first, second].map((headers) =>
      app.call(contract.passByPasskey, { body: device.prove(options, { counter: 7 }), headers }),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
  const third = await waiting(as);
  const late = await begin(third);
  app.clock.add({ minutes: 5 });
  expect(
    (await app.call(contract.passByPasskey, { body: device.prove(late), headers: third })).problem.code,
  ).toBe('wrong_passkey');
  app.clock.add({ minutes: 5 });
  expect((await app.call(contract.beginDuePasskey, { headers: third })).problem.code).toBe('sign_in_first');
});

test('of two first passkeys at once, and of an app and a passkey, one is set up', async ({
  app,
  invited,
  waiting,
}) => {
  const person = await invited();
  const logins = [await waiting(person), await waiting(person)] as const;
  const set = async (headers: Record<string, string>) => {
    const { body } = await app.call(contract.beginDuePasskey, { headers });
    if (body.set_up === null) throw new Error('nothing to make');
    return { headers, body: new Authenticator().make(body.set_up) };
  };
  const made = [await set(logins[0]), await set(logins[1])];
  const answers = await Promise.all(made.map((input) => app.call(contract.setUpPasskey, input)));
  expect(statusesOf(answers)).toEqual([200, 422]);

  const next = await invited();
  const [one, two] = [await waiting(next), await waiting(next)];
  const secret = (await app.call(getDueSecondFactor, { headers: one })).body.setup?.secret ?? '';
  const code = codeAt(secret, app.clock.now().epochMilliseconds);
  const passkey = await set(two);
  const both = await Promise.all([
    app.call(passSecondFactor, { body: { code }, headers: one }),
    app.call(contract.setUpPasskey, passkey),
  ]);
  expect(statusesOf(both)).toEqual([200, 422]);
});

test('a recovery code stands for a passkey, once', async ({ app, operator, waiting }) => {
  const { as, codes } = await operator();
  const [code = ''] = codes;
  const use = async () => app.call(passSecondFactor, { body: { code }, headers: await waiting(as) });
  expect((await use()).status).toBe(200);
  expect((await use()).problem.code).toBe('wrong_code');
  expect(
    (await app.call(passSecondFactor, { body: { code: '000000' }, headers: await waiting(as) })).problem.code,
    'there is no app',
  ).toBe('wrong_code');
});

test('who adds or removes a passkey proves that it is them', async ({ app, operator, add, prove, pass }) => {
  const told = vi.spyOn(app.ctx().events, 'emit');
  const { as, device, codes } = await operator();
  const asked = async () => (await app.call(contract.beginPasskeyProof, {}, as)).body;
  for (const body of [{}, { code: '000000' }, { passkey: new Authenticator().prove(await asked()) }])
    expect((await app.call(contract.beginPasskey, { body }, as)).status).toBe(422);
  const second = await add(as, device);
  expect(second.name).toBe('Passkey 2');
  expect((await pass(as, second.device)).status).toBe(200);
  const byCode = await app.call(contract.beginPasskey, { body: { code: codes[0] ?? '' } }, as);
  expect(byCode.body.excludeCredentials.map(({ id }) => id)).toEqual([device.id, second.device.id]);

  // Each proof was a try.
  app.clock.add({ minutes: 16 });
  const remove = async (id: string, body: object) =>
    app.call(contract.removePasskey, { params: { id }, body }, as);
  expect((await remove(second.id, { code: 'wrong' })).problem.code).toBe('wrong_code');
  expect((await remove(second.id, await prove(as, device))).status).toBe(200);
  expect((await pass(as, second.device)).problem.code, 'removed').toBe('wrong_passkey');
  const id = (await app.call(getSecondFactor, {}, as)).body.passkeys[0]?.id ?? '';
  expect((await remove(id, await prove(as, device))).problem.code).toBe('last');
  expect((await remove(second.id, await prove(as, device))).problem.code).toBe('not_found');
  const changes = told.mock.calls.filter(([, kind]) => kind === secondFactorChanged);
  expect(changes.map(([, , payload]) => payload)).toEqual(
    ['passkey-added', 'passkey-added', 'passkey-removed'].map((change) => ({ person_id: as.id, change })),
  );
  told.mockRestore();
});

test('a passkey has a name that its owner gives', async ({ app, operator, add }) => {
  const [{ as, device }, other] = [await operator(), await operator()];
  const { id } = await add(as, device);
  const rename = async (name: string, person: TestPerson) =>
    app.call(contract.renamePasskey, { params: { id }, body: { name } }, person);
  expect((await rename('  The  blue key ', as)).status).toBe(200);
  for (const bad of ['', '  ', 'x'.repeat(61)]) expect((await rename(bad, as)).problem.code).toBe('bad_name');
  expect((await rename('Mine', other.as)).problem.code).toBe('not_found');
  expect((await app.call(getSecondFactor, {}, as)).body.passkeys.map(({ name }) => name)).toEqual([
    'Passkey',
    'The blue key',
  ]);
  expect((await auditOf(app.db, 'person', as.id)).at(-1)).toMatchObject({
    what: 'second-factor.passkey-renamed',
    before: { name: 'Passkey 2' },
    after: { name: 'The blue key' },
  });
});

test('nobody has more than 20, and the same key is added once', async ({ app, operator, prove, add }) => {
  const { as, device } = await operator();
  const begin = async () => app.call(contract.beginPasskey, { body: await prove(as, device) }, as);
  const options = [(await begin()).body, (await begin()).body] as const;
  const twice = new Authenticator();
  const answers = await Promise.all(
    options.map((one) => app.call(contract.addPasskey, { body: twice.make(one) }, as)),
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
  const row = (await app.db.selectFrom('passkeys').selectAll().where('person_id', '=', as.id).execute())[0];
  if (row === undefined) throw new Error('no passkey');
  const more = Array.from({ length: 17 }, (_, n) => ({
    ...row,
    id: crypto.randomUUID(),
    credential_id: Buffer.from(`${as.id} ${n}`),
  }));
  await app.db.insertInto('passkeys').values(more).execute();
  await add(as, device);
  expect((await begin()).problem.code).toBe('too_many');
});

test('the whole second factor goes by its owner, and by the command', async ({
  app,
  operator,
  prove,
  waiting,
}) => {
  const { as, device } = await operator();
  const codes = await app.call(makeRecoveryCodes, { body: await prove(as, device) }, as);
  expect(codes.body.recovery_codes).toHaveLength(10);
  expect((await app.call(removeSecondFactor, { body: await prove(as, device) }, as)).status).toBe(200);
  expect((await app.call(getDataCheck, {}, as)).status).toBe(401);
  const left = async (person: { id: string }) =>
    Promise.all(
      (['passkeys', 'recovery_codes', 'authenticator_apps'] as const).map(async (table) =>
        app.db.selectFrom(table).select('person_id').where('person_id', '=', person.id).execute(),
      ),
    );
  expect(await left(as)).toEqual([[], [], []]);
  const headers = await waiting(as);
  expect((await app.call(getDueSecondFactor, { headers })).body.setup).not.toBeNull();

  const other = await operator();
  expect((await resetSecondFactor(app.ctx(), other.as.email)).ok).toBe(true);
  expect(await left(other.as)).toEqual([[], [], []]);
});

test('at an IP address there are no passkeys', async ({ app, operator, waiting }) => {
  const { as, codes } = await operator();
  const there = { host: '127.0.0.1:4002', origin: 'http://127.0.0.1:4002' };
  const answer = await app.call(login, {
    body: { user: { email: as.email, password: PASSWORD } },
    headers: there,
  });
  const headers = { ...there, cookie: cookiesOf(answer) };
  expect((await app.call(getDueSecondFactor, { headers })).body).toMatchObject({
    passkeys: true,
    takes_passkeys: false,
  });
  expect((await app.call(contract.beginDuePasskey, { headers })).problem.code).toBe('no_site');
  expect((await app.call(passSecondFactor, { body: { code: codes[0] ?? '' }, headers })).status).toBe(200);
  expect((await app.call(contract.beginDuePasskey, { headers: OPERATOR })).problem.code).toBe(
    'sign_in_first',
  );
  expect((await app.call(getDueSecondFactor, { headers: await waiting(as) })).body.takes_passkeys).toBe(true);
});

test('who has an app only is asked for its code', async ({ app, invited, waiting }) => {
  const person = await invited();
  const headers = await waiting(person);
  const secret = (await app.call(getDueSecondFactor, { headers })).body.setup?.secret ?? '';
  const code = codeAt(secret, app.clock.now().epochMilliseconds);
  const passed = await app.call(passSecondFactor, { body: { code }, headers });
  expect((await app.call(contract.beginDuePasskey, { headers: await waiting(person) })).problem.code).toBe(
    'no_passkey',
  );
  const as = { ...person, cookie: cookiesOf(passed) };
  expect((await app.call(contract.beginPasskeyProof, {}, as)).problem.code).toBe('no_passkey');
});
