import { describe, expect, vi } from 'vitest';
import { requestPasswordReset, login, resetPassword } from '#shared/accounts/contract.ts';
import { getMe } from '#shared/me/contract.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { testApp } from '#test/api/app.ts';
import { linkFor, PARTNERS, waiting } from '#test/rooms/accounts.ts';
import type { TestPerson } from '#test/api/people.ts';
import { linkRequested, passwordChanged, passwordResetRequested } from '../events.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

const NEW = 'twelve tones';
const test = base
  .extend('hash', { scope: 'file' }, () => hashPassword('the old one'))
  .extend(
    'manual',
    { scope: 'file' },
    ({ app, hash }) =>
      (email?: string) =>
        app.people.make('client', { password_hash: hash, ...(email === undefined ? {} : { email }) }),
  )
  .extend('social', { scope: 'file' }, ({ app }) => async (email: string): Promise<TestPerson> => {
    const person = await app.people.make('client', { email });
    const row = {
      provider: 'google',
      subject: person.id,
      person_id: person.id,
      created_at: app.clock.now(),
    } as const;
    await app.db.insertInto('identities').values(row).execute();
    return person;
  })
  .extend(
    'reset',
    { scope: 'file' },
    ({ app }) =>
      (resetToken: string, password?: string) =>
        app.call(resetPassword, { body: { resetToken, ...(password === undefined ? {} : { password }) } }),
  )
  .extend(
    'signIn',
    { scope: 'file' },
    ({ app }) =>
      async (email: string, password: string) =>
        (await app.call(login, { body: { user: { email, password } } })).status,
  );

describe('asking for a link', () => {
  test('answers and does the same for known, unknown and social-only addresses', async ({
    app,
    manual,
    social,
  }) => {
    await manual('known@reset.test');
    await social('social@reset.test');
    const seen = [];
    for (const email of ['known@reset.test', 'unknown@reset.test', 'social@reset.test']) {
      const before = await waiting(app, linkRequested.event);
      const { status, body, headers } = await app.call(requestPasswordReset, { body: { email } });
      const { 'x-request-id': _id, ...same } = headers;
      seen.push({ status, body, same, work: (await waiting(app, linkRequested.event)) - before });
    }
    expect(seen[0]).toMatchObject({ status: 200, body: { ok: true }, work: 1 });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  test('only who has a password, or was invited to choose one, is written to', async ({
    app,
    manual,
    social,
  }) => {
    await app.queues.drain();
    const told = vi.spyOn(app.ctx().events, 'emit');
    const known = await manual('written@reset.test');
    const invited = await app.people.make('partner', { email: 'invited@reset.test' });
    await social('unwritten@reset.test');
    for (const name of [' Written', 'invited', 'unwritten', 'nobody'])
      await app.call(requestPasswordReset, { body: { email: `${name}@reset.test` } });
    await app.queues.drain();
    const events = told.mock.calls.filter(([, kind]) => kind === passwordResetRequested);
    const payloads = events.map(([, , payload]) => payload);
    expect(payloads).toHaveLength(2);
    expect(payloads).toEqual(expect.arrayContaining([{ person_id: known.id }, { person_id: invited.id }]));
    told.mockRestore();
  });

  test.for([
    ['', 'Required'],
    ['ada', 'invalid email address'],
  ] as const)('%j is 422: %s', async ([email, message], { app }) => {
    const { status, problem } = await app.call(requestPasswordReset, { body: { email } });
    expect([status, problem.code, problem.errors]).toEqual([422, 'invalid', [{ field: 'email', message }]]);
  });

  test('five times in a quarter of an hour for an address, known or not', async ({ app, manual }) => {
    await manual('often@reset.test');
    for (const email of ['often@reset.test', 'never@reset.test']) {
      const all = [];
      for (let n = 0; n < 6; n += 1)
        all.push((await app.call(requestPasswordReset, { body: { email } })).status);
      expect(all).toEqual([200, 200, 200, 200, 200, 429]);
    }
    app.clock.add({ minutes: 15 });
    expect((await app.call(requestPasswordReset, { body: { email: 'often@reset.test' } })).status).toBe(200);
  });
});

describe('the link', () => {
  test('is only looked at while no password comes with it', async ({ app, manual, reset }) => {
    const person = await manual();
    const token = await linkFor(app, person.id, 'reset_password');
    expect((await reset(token)).body).toEqual({ ok: true });
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token, NEW)).status).toBe(200);
  });

  test.for(['reset_password', 'choose_password'] as const)(
    '%s changes the password once; every login session and every other link is dead',
    async (purpose, { app, manual, reset, signIn }) => {
      const person = await manual();
      const others = await Promise.all([
        linkFor(app, person.id, 'reset_password'),
        linkFor(app, person.id, 'choose_password'),
      ]);
      const token = await linkFor(app, person.id, purpose);
      const told = vi.spyOn(app.ctx().events, 'emit');
      expect((await reset(token, NEW)).body).toEqual({ ok: true });
      expect(told.mock.calls.filter(([, kind]) => kind === passwordChanged)).toHaveLength(1);
      told.mockRestore();
      const entries = await auditOf(app.db, 'person', person.id);
      expect(entries.map(({ what }) => what)).toEqual(person.role === 'operator' ? ['password.changed'] : []);
      expect((await app.call(getMe, {}, person)).status).toBe(401);
      expect(await signIn(person.email, 'the old one')).toBe(401);
      expect(await signIn(person.email, NEW)).toBe(200);
      for (const dead of [token, ...others]) {
        const { status, problem } = await reset(dead, 'yet another one');
        expect([status, problem.code, problem.detail]).toEqual([
          422,
          'bad_token',
          'This token is no longer valid. Reset your password again.',
        ]);
        expect((await reset(dead)).problem.code).toBe('bad_token');
      }
      expect(await signIn(person.email, NEW)).toBe(200);
    },
  );

  test('of two who use it at once one has it', async ({ app, manual, reset, signIn }) => {
    const person = await manual();
    const token = await linkFor(app, person.id, 'reset_password');
    const all = await Promise.all(
      ['one password', 'two passwords'].map((password) => reset(token, password)),
    );
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const won = all[0]?.status === 200 ? 'one password' : 'two passwords';
    expect(await signIn(person.email, won)).toBe(200);
  });

  test('a newer one voids it', async ({ app, manual, reset }) => {
    const person = await manual();
    const first = await linkFor(app, person.id, 'reset_password');
    const second = await linkFor(app, person.id, 'reset_password');
    expect((await reset(first)).problem.code).toBe('bad_token');
    expect((await reset(second)).status).toBe(200);
  });

  test.for([
    ['reset_password', 24],
    ['choose_password', 168],
  ] as const)(
    '%s works for %i hours less a second and no second longer',
    async ([purpose, hours], { app, manual, reset }) => {
      const person = await manual();
      const token = await linkFor(app, person.id, purpose);
      const start = app.clock.now();
      app.clock.instant = start.add({ hours }).subtract({ seconds: 1 });
      expect((await reset(token)).status).toBe(200);
      app.clock.instant = start.add({ hours });
      expect((await reset(token, NEW)).problem.code).toBe('bad_token');
      app.clock.instant = start.add({ hours, seconds: 1 });
      expect((await reset(token)).problem.code).toBe('bad_token');
      expect((await reset(token, NEW)).problem.code).toBe('bad_token');
      app.clock.instant = start;
    },
  );

  test('tampered with it is nothing, nor is its hash, nor a link of another kind', async ({
    app,
    manual,
    reset,
  }) => {
    const person = await manual();
    const token = await linkFor(app, person.id, 'reset_password');
    const row = await app.db
      .selectFrom('one_time_tokens')
      .select('hash')
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const flipped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const other = await linkFor(app, person.id, 'sign_in');
    const bad = [
      flipped,
      `${token} `,
      token.toLowerCase(),
      '',
      row.hash.toString('base64url'),
      row.hash.toString('hex'),
    ];
    for (const each of [...bad, other]) expect((await reset(each, NEW)).problem.code).toBe('bad_token');
    expect((await reset(token)).status).toBe(200);
  });

  test('a password that will not do is 422 and spends nothing', async ({ app, manual, reset }) => {
    const person = await manual();
    const token = await linkFor(app, person.id, 'reset_password');
    const { status, problem } = await reset(token, '1234567');
    expect([status, problem.code, problem.errors]).toEqual([
      422,
      'invalid',
      [{ field: 'password', message: 'Password must have at least 8 characters' }],
    ]);
    expect((await app.call(getMe, {}, person)).status).toBe(200);
    expect((await reset(token, NEW)).status).toBe(200);
  });

  test('works on whichever front it is opened', async ({ app }) => {
    const person = await app.people.make('partner');
    const token = await linkFor(app, person.id, 'choose_password');
    const answer = await app.call(resetPassword, {
      body: { resetToken: token, password: NEW },
      headers: PARTNERS,
    });
    expect(answer.status).toBe(200);
  });

  test('is stored as a hash only', async ({ app, manual }) => {
    const person = await manual();
    const token = await linkFor(app, person.id, 'reset_password');
    const rows = await app.db.selectFrom('one_time_tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('may be tried 60 times in five minutes from one address', async () => {
    const app = await testApp();
    for (let n = 0; n < 60; n += 1) await app.call(resetPassword, { body: { resetToken: `guess ${n}` } });
    const { status, problem } = await app.call(resetPassword, { body: { resetToken: 'guess' } });
    expect([status, problem.code]).toEqual([429, 'too_many_requests']);
    await app.close();
  });

  test('a malformed body is 400', async ({ app }) => {
    for (const body of [
      {},
      { resetToken: 1 },
      { resetToken: 'x'.repeat(257) },
      { resetToken: 'x', password: 1 },
    ])
      expect((await app.call(resetPassword, { body: body as never })).status).toBe(400);
  });
});
