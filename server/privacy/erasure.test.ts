import { expect } from 'vitest';
import { signUp } from '#shared/accounts/contract.ts';
import { joinBundle } from '#shared/billing/contract.ts';
import { getMe, updateMe } from '#shared/me/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { listSessions } from '#shared/sessions/contract.ts';
import { sql } from 'kysely';
import { hashPassword } from '../lib/passwords.ts';
import { newToken, hashToken } from '../lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import { applyState, makeState } from '#test/rooms/billing.ts';
import { comeIn, makeInvitation } from '#test/rooms/referrals.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';
import { KEPT } from '#shared/privacy/rules-kept.ts';
import { eraseDue } from './jobs.ts';

const PASSWORD = 'twelve tones';
const DAYS = { hours: 14 * 24 };

const test = base
  .extend('hash', { scope: 'file' }, () => hashPassword(PASSWORD))
  .extend('withPassword', { scope: 'file' }, ({ app, hash }) => async (person: TestPerson) => {
    await app.db.updateTable('people').set({ password_hash: hash }).where('id', '=', person.id).execute();
    return person;
  })
  .extend('ask', { scope: 'file' }, ({ app }) => async (person: TestPerson, password = PASSWORD) => {
    const { status, body, problem } = await app.call(privacy.requestErasure, { body: { password } }, person);
    return status === 200 ? body.erasure.due_at : `${status} ${problem.code}`;
  })
  /** A token as a mailed link has it, until then. */
  .extend(
    'mailed',
    { scope: 'file' },
    ({ app }) =>
      async (purpose: 'delete_account' | 'keep_account', person_id: string, lasts: { hours: number }) => {
        const token = newToken();
        const created_at = app.clock.now();
        await app.db
          .insertInto('one_time_tokens')
          .values({
            hash: hashToken(token),
            purpose,
            person_id,
            created_at,
            expires_at: created_at.add(lasts),
          })
          .execute();
        return token;
      },
  )
  .extend(
    'run',
    { scope: 'file' },
    ({ app }) =>
      () =>
        eraseDue.run(app.ctx(), {}),
  )
  .extend(
    'nameOf',
    { scope: 'file' },
    ({ app }) =>
      async ({ id }: { readonly id: string }) =>
        await app.db
          .selectFrom('people')
          .select(['name', 'email', 'erased_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow(),
  );

test('asked for by password, it is done 14 days later: what is personal is gone, books and conversation stay', async ({
  app,
  studio,
  withPassword,
  ask,
  run,
  nameOf,
}) => {
  const client = await withPassword(await studio.makeClient({ name: 'Wilhelmina Zappenduster' }));
  const musician = await studio.makeMusician();
  const starts = app.clock.now().subtract({ hours: 24 * 3 });
  const { threadId } = await makeSession(studio, {
    client,
    musician,
    starts,
    title: 'Night Song',
    status: 'partner_deliverables_ready',
    files: { user: 2, output: 1 },
    message: 'Please play softly',
  });
  await app.call(
    updateMe,
    { body: { user: { country: 'PT', billing_address: { city: 'Zappenstadt' } } } },
    client,
  );
  expect(await ask(client)).toBe(app.clock.now().add(DAYS).toString());
  expect(await ask(client), 'again changes nothing').toBe(app.clock.now().add(DAYS).toString());
  app.clock.add({ hours: 14 * 24 - 1 });
  await run();
  expect((await nameOf(client)).name).toBe('Wilhelmina Zappenduster');
  app.clock.add({ hours: 1 });
  await run();
  await run();
  expect(await nameOf(client)).toMatchObject({
    name: 'Deleted account',
    email: `deleted-${client.id}@deleted.invalid`,
    erased_at: app.clock.now(),
  });
  expect(await brokenInvariants(app.db)).toEqual([]);
  expect((await app.call(getMe, {}, client)).status).toBe(401);

  const { body } = await app.call(listSessions, { query: {} }, await app.people.signIn(musician.person));
  expect(JSON.stringify(body)).toContain('Deleted account');
  expect(JSON.stringify(body)).not.toContain('Wilhelmina');
  const left = await app.db.selectFrom('files').select('folder').execute();
  expect(left.map(({ folder }) => folder)).toEqual(['output']);
  expect(await app.db.selectFrom('doomed_objects').select('key').execute()).toHaveLength(2);
  const words = await app.db
    .selectFrom('messages')
    .select(['body', 'author_id'])
    .where('thread_id', '=', threadId)
    .execute();
  expect(words).toContainEqual({ body: 'Please play softly', author_id: client.id });
  const answer = await app.call(
    postMessage,
    { body: { thread_id: threadId, body: 'Hello?' } },
    await app.people.signIn(musician.person),
  );
  expect(answer.status).toBe(409);
});

test('nothing of name and address is anywhere in the database afterwards', async ({
  app,
  studio,
  withPassword,
  ask,
  run,
}) => {
  const client = await withPassword(await studio.makeClient({ name: 'Xaverius Quetschkommode' }));
  const email = 'xaverius@quetschkommode.test';
  await app.db.updateTable('people').set({ email }).where('id', '=', client.id).execute();
  await ask(client);
  await app.queues.drain();
  app.clock.add(DAYS);
  await run();
  const tables = new Set(KEPT.flatMap((kept) => kept.tables.map(({ table }) => table)));
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`.execute(
      app.db,
    );
    expect([table, rows.filter(({ row }) => /quetschkommode/i.test(row))]).toEqual([table, []]);
  }
});

test('of an invitation nothing is left once both who sent it and who came by it are deleted', async ({
  app,
  studio,
  clock,
  withPassword,
  ask,
  run,
}) => {
  const inviter = await withPassword(await studio.makeClient());
  const invitees: TestPerson[] = [];
  for (const nr of [1, 2]) {
    const email = `friend-${nr}-${inviter.id}@test.test`;
    const { code } = await makeInvitation(app.db, { inviterId: inviter.id, at: clock.now(), email });
    invitees.push(await comeIn(app, code));
  }
  // Once the sender goes last, once the one who came by it.
  for (const person of [...invitees.splice(0, 1), inviter, ...invitees]) {
    await ask(await withPassword(person));
    clock.add(DAYS);
    await run();
    expect(await brokenInvariants(app.db)).toEqual([]);
  }
  const left =
    await sql`select from invitations where inviter_id = ${inviter.id} and email like 'friend-%'`.execute(
      app.db,
    );
  expect(left.rows).toEqual([]);
});

test('what a payment provider says later brings neither card nor payer back', async ({
  app,
  withPassword,
  ask,
  run,
  nameOf,
}) => {
  const person = await withPassword(await app.people.make('client'));
  const customer_id = `cus_${person.id}`;
  const card = { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030 };
  const told = { customer_id, card, payer_email: 'payer@mail.test' };
  const stored = () =>
    app.db
      .selectFrom('billing_customers')
      .select(['card_brand', 'card_last4', 'card_exp_month', 'card_exp_year', 'payer_email'])
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow();
  await applyState(app, makeState(person.id, told));
  expect(await stored()).toMatchObject({ card_last4: '4242', payer_email: 'payer@mail.test' });
  await ask(person);
  app.clock.add(DAYS);
  await run();
  expect((await nameOf(person)).erased_at).not.toBeNull();
  await applyState(app, makeState(person.id, told));
  expect(Object.values(await stored())).toEqual([null, null, null, null, null]);
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('a wrong password, none, and a link for who has none', async ({
  app,
  studio,
  withPassword,
  ask,
  nameOf,
  run,
  mailed,
}) => {
  const client = await withPassword(await studio.makeClient());
  expect(await ask(client, 'another one')).toBe('422 wrong_password');
  expect((await app.call(privacy.requestErasureLink, {}, client)).problem.code).toBe('has_password');
  const social = await studio.makeClient();
  expect(await ask(social)).toBe('409 no_password');
  expect((await app.call(privacy.requestErasureLink, {}, social)).status).toBe(200);
  const token = await mailed('delete_account', social.id, { hours: 24 });
  expect((await app.call(privacy.confirmErasure, { body: { token: 'x' } })).problem.code).toBe('bad_token');
  expect((await app.call(privacy.confirmErasure, { body: { token } })).status).toBe(200);
  expect((await app.call(privacy.confirmErasure, { body: { token } })).problem.code).toBe('bad_token');
  app.clock.add(DAYS);
  await run();
  expect((await nameOf(social)).name).toBe('Deleted account');
});

test('it is taken back on the profile or by the mailed link, once', async ({
  app,
  studio,
  withPassword,
  ask,
  run,
  mailed,
  nameOf,
}) => {
  const client = await withPassword(await studio.makeClient({ name: 'Ada Lovelace' }));
  await ask(client);
  expect((await app.call(privacy.getOwnData, {}, client)).body.erasure).toMatchObject({ by_studio: false });
  expect((await app.call(privacy.takeBackErasure, {}, client)).status).toBe(200);
  expect((await app.call(privacy.takeBackErasure, {}, client)).problem.code).toBe('not_requested');
  await ask(client);
  const token = await mailed('keep_account', client.id, DAYS);
  expect((await app.call(privacy.keepAccount, { body: { token } })).status).toBe(200);
  expect((await app.call(privacy.keepAccount, { body: { token } })).problem.code).toBe('bad_token');
  app.clock.add(DAYS);
  await run();
  expect((await nameOf(client)).name).toBe('Ada Lovelace');
});

test('refused while a session is to come, and put off when one comes up meanwhile', async ({
  app,
  studio,
  withPassword,
  ask,
  run,
  nameOf,
}) => {
  const client = await withPassword(await studio.makeClient());
  const musician = await studio.makeMusician();
  await makeSession(studio, { client, musician });
  expect(await ask(client)).toBe('409 open');
  expect((await app.call(privacy.getOwnData, {}, client)).body.open).toEqual(['sessions']);
  const other = await withPassword(await studio.makeClient());
  await ask(other);
  app.clock.add(DAYS);
  const { ends } = await makeSession(studio, { client: other, musician });
  await run();
  expect((await nameOf(other)).erased_at).toBeNull();
  while (Temporal.Instant.compare(app.clock.now(), ends) <= 0) app.clock.add({ hours: 25 });
  await run();
  expect((await nameOf(other)).name).toBe('Deleted account');
});

test('whatever is being stored for the account comes before, or is refused', async ({
  app,
  studio,
  withPassword,
  ask,
  run,
  nameOf,
}) => {
  const client = await withPassword(await studio.makeClient({ name: 'Ada Lovelace' }));
  await ask(client);
  app.clock.add(DAYS);
  const again = await app.people.signIn(client);
  const changes = Array.from({ length: 8 }, (_, n) =>
    app.call(
      updateMe,
      { body: { user: { name: `Ada ${'Abcdefgh'[n]}enoit`, notification_settings: { files: false } } } },
      n % 2 ? again : client,
    ),
  );
  const [done] = await Promise.all([Promise.all(changes), run(), run()]);
  for (const { status } of done) expect([200, 401]).toContain(status);
  expect((await nameOf(client)).name).toBe('Deleted account');
  await expect(app.people.signIn(client)).rejects.toThrow('the account is erased');
  expect(await brokenInvariants(app.db)).toEqual([]);
});

test('the address is free afterwards, without a second trial', async ({ app, withPassword, ask, run }) => {
  const join = async (email: string) => {
    const user = { name: 'Ada Lovelace', email, password: PASSWORD, timezone: 'UTC' };
    const { status, body, headers } = await app.call(signUp, { body: { user, method: 'official' } });
    expect(status).toBe(200);
    const [cookie = ''] = String(headers['set-cookie']).split(';');
    const person = { id: body.user.id, email, role: 'client', front: 'studio', cookie } as const;
    await app.call(joinBundle, { body: { bundle_id: 'free-trial' } }, person);
    return person;
  };
  const first = await join('ada@trial.test');
  const credits = async ({ id }: TestPerson) =>
    (await app.db.selectFrom('credit_lots').select('amount').where('person_id', '=', id).execute()).length;
  expect(await credits(first)).toBeGreaterThan(0);
  await ask(await withPassword(first));
  app.clock.add(DAYS);
  await run();
  expect(await credits(await join('ada+again@trial.test'))).toBe(0);
});

test('operators do not delete themselves; nobody signed in is refused', async ({ app }) => {
  const operator = await app.people.make('operator');
  expect((await app.call(privacy.getOwnData, {}, operator)).status).toBe(403);
  expect((await app.call(privacy.requestErasure, { body: { password: PASSWORD } })).status).toBe(401);
});
