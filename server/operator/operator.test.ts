import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getPartner } from '../../shared/catalogue/contract.ts';
import type { Invitation } from '../../shared/operator/rules.ts';
import { sendMail } from '../notifications/jobs.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { admit, invitePerson, isMailSent, listWaiting } from './service.ts';

let api: TestApp;
let count = 0;
let managed: Invitation;
let partner: Invitation;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
beforeEach(() => {
  count += 1;
  managed = {
    role: 'managed',
    email: `Ada-${count}@Test.test`,
    name: 'Ada  Lovelace',
    zone: 'Europe/Lisbon',
  };
  const musician = {
    slug: `rafa-${count}`,
    title: ' Drummer ',
    services: ['recording'],
    instruments: ['drums'],
  };
  partner = {
    ...managed,
    role: 'partner',
    email: `rafa-${count}@test.test`,
    name: 'Rafa Monteiro',
    musician,
  };
});

const invite = (invitation: Invitation & { another?: boolean }) => invitePerson(api.app.ctx(), invitation);
const personOf = (email: string) =>
  api.db.selectFrom('people').selectAll().where('email', '=', email.toLowerCase()).executeTakeFirst();

describe('inviting', () => {
  test('the first operator is made once, however many try; a further one is asked for as such', async () => {
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

  test('a managed client: kept with a clean name and address, without a password, and mailed once', async () => {
    await api.app.queues.drain();
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
    const mail = { to: `ada-${count}@test.test`, template: 'choose-password' };
    expect(await isMailSent(api.app.ctx(), mail)).toBe(false);
    expect(await api.app.queues.drain(ours)).toBe(2);
    expect(await isMailSent(api.app.ctx(), mail)).toBe(true);
    expect(await api.app.queues.drain(ours)).toBe(0);
  });

  test('a partner is a musician of the studio, with what they offer', async () => {
    expect(await invite(partner)).toMatchObject({ ok: true });
    const client = await api.people.make('client');
    const shown = await api.call(getPartner, { params: { id: `rafa-${count}` } }, client);
    expect(shown.status).toBe(200);
    const row = await api.db
      .selectFrom('musicians')
      .selectAll()
      .where('slug', '=', `rafa-${count}`)
      .executeTakeFirst();
    expect(row).toMatchObject({ title: 'Drummer', zone: 'Europe/Lisbon' });
  });

  test('what is wrong is named, and nobody is made', async () => {
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

  test('a taken slug makes no account either', async () => {
    await invite(partner);
    const before = await everybody();
    const twin = await invite({ ...partner, email: `twin-${count}@test.test` });
    expect(twin).toMatchObject({ ok: false, reason: 'slug_taken' });
    expect(await everybody()).toBe(before);
  });

  test('32 at once with one address, in whatever case: one account', async () => {
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
  test('the longest wait first; who is let in does not wait any more', async () => {
    const [first, second] = [`first-${count}@test.test`, `second-${count}@test.test`];
    await wait(first);
    api.clock.add({ minutes: 1 });
    await wait(second);
    expect((await listWaiting(api.app.ctx())).map(({ email }) => email)).toEqual([first, second]);
    expect(await admit(api.app.ctx(), ` ${first.toUpperCase()} `)).toMatchObject({
      ok: true,
      value: { email: first },
    });
    expect((await listWaiting(api.app.ctx())).map(({ email }) => email)).toEqual([second]);
    const { waitlisted, admitted_at } = (await personOf(first)) ?? {};
    expect([waitlisted, admitted_at?.toString()]).toEqual([false, api.clock.now().toString()]);
    await api.app.queues.drain();
    expect(await isMailSent(api.app.ctx(), { to: first, template: 'admitted' })).toBe(true);
  });

  test('32 who let one in: it happens once', async () => {
    const email = `once-${count}@test.test`;
    await wait(email);
    const tries = await Promise.all(Array.from({ length: 32 }, () => admit(api.app.ctx(), email)));
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    for (const refused of tries.filter(({ ok }) => !ok))
      expect(refused).toEqual({ ok: false, reason: 'not_waiting' });
  });

  test('nobody of that address', async () => {
    expect(await admit(api.app.ctx(), 'nobody@test.test')).toEqual({ ok: false, reason: 'no_such_person' });
  });
});

/** The queues of an invitation. */
const ours = (queue: string) => queue === sendMail.name || queue.startsWith('accounts.invited-to-studio/');

async function wait(email: string): Promise<void> {
  const person = await api.people.make('client', { email });
  await api.db.updateTable('people').set({ waitlisted: true }).where('id', '=', person.id).execute();
}

async function everybody(): Promise<number> {
  const { count: all } = await api.db
    .selectFrom('people')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return all;
}
