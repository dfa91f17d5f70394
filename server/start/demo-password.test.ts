import { expect, test as base } from 'vitest';
import { login } from '#shared/accounts/contract.ts';
import { hashPassword } from '../lib/passwords.ts';
import { testApp } from '#test/api/app.ts';
import { newDemoPassword, ensureDemoPassword } from './demo-password.ts';

const test = base
  .extend('app', async ({}, { onCleanup }) => {
    const app = await testApp();
    onCleanup(() => app.close());
    return app;
  })
  .extend(
    'settle',
    ({ app }) =>
      (demo: boolean, demoPassword: string | null = null) =>
        ensureDemoPassword(app.db, { demo, demoPassword }),
  )
  .extend(
    'statusOf',
    ({ app }) =>
      async (email: string, password: string) =>
        (await app.call(login, { body: { user: { email, password } } })).status,
  );

test('a generated password is three words, another one each time', () => {
  const many = Array.from({ length: 50 }, newDemoPassword);
  for (const password of many) expect(password).toMatch(/^[a-z]{3,8}-[a-z]{3,8}-[a-z]{3,8}$/);
  expect(new Set(many).size).toBe(50);
});

test('it is made once, kept, and one for all processes on a database', async ({ settle }) => {
  const [one, two] = await Promise.all([settle(true), settle(true)]);
  expect(one).toEqual(two);
  expect(await settle(true)).toEqual(one);
});

test('without a demo, and with none to be made, there is none', async ({ app, settle }) => {
  await app.people.make('client', { email: 'ada@example.org' });
  expect(await settle(false)).toBeNull();
  expect(await app.db.selectFrom('settings').select('key').execute()).toEqual([]);
});

test.for([true, false])(
  'people of an older demo lose the password that everybody knows, and are signed out; with DEMO %s',
  async (demo, { app, settle, statusOf }) => {
    const password_hash = await hashPassword('talkback');
    const make = (email: string, hash = password_hash) =>
      app.people.make('client', { email, password_hash: hash });
    await make('client@demo.test');
    await make('ayo@musicians.demo.test');
    await make('somebody@example.org');
    await make('annual@demo.test', await hashPassword('chosen by myself'));
    expect(await statusOf('client@demo.test', 'talkback')).toBe(200);

    const now = await settle(demo);
    for (const email of ['client@demo.test', 'ayo@musicians.demo.test']) {
      expect(await statusOf(email, 'talkback')).toBe(401);
    }
    const sessions = await app.db
      .selectFrom('login_sessions as l')
      .innerJoin('people as p', 'p.id', 'l.person_id')
      .select('p.email')
      .where('p.email', 'like', '%demo.test')
      .where('p.email', '!=', 'annual@demo.test')
      .execute();
    expect(sessions).toEqual([]);
    expect(await statusOf('client@demo.test', now?.password ?? '')).toBe(200);
    // people who are not the demo's, or who changed their password
    expect(await statusOf('somebody@example.org', 'talkback')).toBe(200);
    expect(await statusOf('annual@demo.test', 'chosen by myself')).toBe(200);
    expect(await settle(demo)).toEqual(now);
  },
);

test('DEMO_PASSWORD sets it at any start, an older demo too; without it the generated one comes back', async ({
  app,
  settle,
  statusOf,
}) => {
  await app.people.make('client', {
    email: 'client@demo.test',
    password_hash: await hashPassword('talkback'),
  });
  expect((await settle(true, 'talkback'))?.password).toBe('talkback');
  expect(await statusOf('client@demo.test', 'talkback')).toBe(200);
  expect((await settle(true, 'another one'))?.password).toBe('another one');
  expect(await statusOf('client@demo.test', 'talkback')).toBe(401);
  expect(await statusOf('client@demo.test', 'another one')).toBe(200);
  const own = (await settle(true))?.password ?? '';
  expect(own).toMatch(/^[a-z]+-[a-z]+-[a-z]+$/);
  expect(await statusOf('client@demo.test', 'another one')).toBe(401);
  expect(await statusOf('client@demo.test', own)).toBe(200);
});
