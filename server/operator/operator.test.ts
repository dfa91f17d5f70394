import { describe, expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import type { Invitation } from '#shared/operator/rules.ts';
import { sendMail } from '../notifications/jobs.ts';
import { admit, invitePerson, isMailSent, listWaiting } from './service.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/api/test.ts';

let counter = 0;
const managedOf = (count: number): Invitation => ({
  role: 'managed',
  email: `Ada-${count}@Test.test`,
  name: 'Ada  Lovelace',
  zone: 'Europe/Lisbon',
});
const partnerOf = (count: number): Invitation => ({
  ...managedOf(count),
  role: 'partner',
  email: `rafa-${count}@test.test`,
  name: 'Rafa Monteiro',
  musician: {
    slug: `rafa-${count}`,
    title: ' Drummer ',
    services: ['recording'],
    instruments: ['drums'],
  },
});

const test = base
  .extend('count', () => (counter += 1))
  .extend('managed', ({ count }) => managedOf(count))
  .extend('partner', ({ count }) => partnerOf(count))
  .extend(
    'invite',
    { scope: 'file' },
    ({ app }) =>
      (invitation: Invitation & { another?: boolean }) =>
        invitePerson(app.ctx(), invitation),
  )
  .extend(
    'personOf',
    { scope: 'file' },
    ({ app }) =>
      (email: string) =>
        app.db.selectFrom('people').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst(),
  )
  .extend('wait', { scope: 'file' }, ({ app }) => async (email: string): Promise<void> => {
    const person = await app.people.make('client', { email });
    await app.db.updateTable('people').set({ waitlisted: true }).where('id', '=', person.id).execute();
  })
  .extend('everybody', { scope: 'file' }, ({ app }) => async (): Promise<number> => {
    const { count: all } = await app.db
      .selectFrom('people')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return all;
  });

describe('inviting', () => {
  test('the first operator is made once, however many try; a further one is asked for as such', async ({
    managed,
    invite,
  }) => {
    const tries = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        invite({ ...managed, role: 'operator', email: `op-${n}@test.test` }),
      ),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of tries.filter(({ ok }) => !ok))
      expect(refused).toEqual({ ok: false, reason: 'operator_exists' });
    expect(await invite({ ...managed, role: 'operator', another: true })).toMatchObject({ ok: true });
  });

  test('a managed client: kept with a clean name and address, without a password, and mailed once', async ({
    app,
    count,
    managed,
    invite,
    personOf,
  }) => {
    await app.queues.drain();
    const invited = await invite(managed);
    expect(invited).toMatchObject({
      ok: true,
      value: { email: `ada-${count}@test.test`, name: 'Ada Lovelace' },
    });
    expect(await personOf(managed.email)).toMatchObject({
      role: 'managed',
      zone: 'Europe/Lisbon',
      password_hash: null,
      waitlisted: false,
    });
    expect(await auditOf(app.db, 'person', invited.ok ? invited.value.id : '')).toEqual([
      {
        operator_id: null,
        what: 'person.invited',
        person_id: invited.ok ? invited.value.id : '',
        reason: null,
        before: null,
        after: { role: 'managed', zone: 'Europe/Lisbon' },
      },
    ]);
    const mail = { to: `ada-${count}@test.test`, template: 'choose-password' };
    expect(await isMailSent(app.ctx(), mail)).toBe(false);
    expect(await app.queues.drain(ours)).toBe(2);
    expect(await isMailSent(app.ctx(), mail)).toBe(true);
    expect(await app.queues.drain(ours)).toBe(0);
  });

  test('a partner is a musician of the studio, with what they offer, whom clients see once it is published', async ({
    app,
    count,
    partner,
    invite,
  }) => {
    expect(await invite(partner)).toMatchObject({ ok: true });
    const client = await app.people.make('client');
    const slug = `rafa-${count}`;
    const statusShown = async () => (await app.call(getPartner, { params: { id: slug } }, client)).status;
    expect(await statusShown()).toBe(404);
    const row = await app.db
      .updateTable('musicians')
      .set({ published: true, visible: true })
      .where('slug', '=', slug)
      .returningAll()
      .executeTakeFirst();
    expect(row).toMatchObject({ title: 'Drummer', zone: 'Europe/Lisbon' });
    expect(await statusShown()).toBe(200);
  });

  test('what is wrong is named, and nobody is made', async ({ count, partner, invite, everybody }) => {
    const before = await everybody();
    const wrong = { ...partner, email: 'rafa', name: 'Rafa', zone: 'Lisbon' };
    const refused = await invite(wrong);
    expect(refused).toMatchObject({ ok: false, reason: 'invalid' });
    expect(!refused.ok && refused.errors?.map(({ field }) => field)).toEqual(['email', 'name', 'zone']);
    const musician = {
      slug: `rafa-${count}`,
      title: 'Drummer',
      services: ['recording', 'juggling'],
      instruments: ['kazoo'],
    };
    const unknown = await invite({ ...partner, musician });
    expect(!unknown.ok && unknown.errors?.map(({ field }) => field)).toEqual(['services', 'instruments']);
    expect(await everybody()).toBe(before);
  });

  test('a taken slug makes no account either', async ({ count, partner, invite, everybody }) => {
    await invite(partner);
    const before = await everybody();
    const twin = await invite({ ...partner, email: `twin-${count}@test.test` });
    expect(twin).toMatchObject({ ok: false, reason: 'slug_taken' });
    expect(await everybody()).toBe(before);
  });

  test('32 at once with one address, in whatever case: one account', async ({ managed, invite }) => {
    const tries = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        invite({ ...managed, email: n % 2 === 0 ? managed.email : managed.email.toUpperCase() }),
      ),
    );
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of tries.filter(({ ok }) => !ok))
      expect(refused).toEqual({ ok: false, reason: 'email_taken' });
  });
});

describe('the waiting list', () => {
  test('the longest wait first; who is let in does not wait any more', async ({
    app,
    count,
    personOf,
    wait,
  }) => {
    const [first, second] = [`first-${count}@test.test`, `second-${count}@test.test`];
    await wait(first);
    app.clock.add({ minutes: 1 });
    await wait(second);
    expect((await listWaiting(app.ctx())).map(({ email }) => email)).toEqual([first, second]);
    expect(await admit(app.ctx(), { email: ` ${first.toUpperCase()} ` })).toMatchObject({
      ok: true,
      value: { email: first },
    });
    expect((await listWaiting(app.ctx())).map(({ email }) => email)).toEqual([second]);
    const { waitlisted, admitted_at } = (await personOf(first)) ?? {};
    expect([waitlisted, admitted_at?.toString()]).toEqual([false, app.clock.now().toString()]);
    await app.queues.drain();
    expect(await isMailSent(app.ctx(), { to: first, template: 'admitted' })).toBe(true);
  });

  test('32 who let one in: it happens once', async ({ app, count, wait }) => {
    const email = `once-${count}@test.test`;
    await wait(email);
    const tries = await Promise.all(Array.from({ length: 32 }, () => admit(app.ctx(), { email })));
    const admitted = tries.flatMap((one) => (one.ok ? [one.value.id] : []));
    expect(admitted).toHaveLength(1);
    for (const refused of tries.filter(({ ok }) => !ok))
      expect(refused).toEqual({ ok: false, reason: 'not_waiting' });
    expect(await auditOf(app.db, 'person', admitted[0] ?? '')).toMatchObject([{ what: 'person.admitted' }]);
  });

  test('nobody of that address', async ({ app }) => {
    expect(await admit(app.ctx(), { email: 'nobody@test.test' })).toEqual({
      ok: false,
      reason: 'no_such_person',
    });
  });
});

/** The queues of an invitation. */
const ours = (queue: string) => queue === sendMail.name || queue.startsWith('accounts.invited-to-studio/');
