import { expect } from 'vitest';
import { statusAt, USER_STATUSES } from '#shared/billing/rules.ts';
import { listPeople } from '#shared/operator/contract-people.ts';
import { newId } from '../../lib/ids.ts';
import type { Tables } from '../../db/tables.ts';
import { test as base } from '#test/api/test.ts';

type Person = Partial<Pick<Tables['people'], 'id' | 'role' | 'name' | 'email' | 'password_hash'>> & {
  readonly waitlisted?: boolean;
  readonly created_at?: Temporal.Instant;
};

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga Operator' }))
  /** Inserts a person with a password, a client by default; returns the id. */
  .extend('add', { scope: 'file' }, ({ app }) => async (person: Person = {}) => {
    const id = person.id ?? newId();
    const rest = { role: 'client', name: 'Ada Lovelace', email: `${id}@test.test`, zone: 'UTC' } as const;
    await app.db
      .insertInto('people')
      .values({ ...rest, password_hash: 'none', created_at: app.clock.now(), ...person, id })
      .execute();
    return id;
  })
  .extend(
    'list',
    { scope: 'file' },
    ({ app, operator }) =>
      async (query: Parameters<typeof app.call<typeof listPeople>>[1]['query'] = {}) =>
        (await app.call(listPeople, { query }, operator)).body,
  )
  .extend(
    'idsOf',
    { scope: 'file' },
    ({ list }) =>
      async (query: Parameters<typeof list>[0]) =>
        (await list(query)).people.map(({ id }) => id),
  );

test('people are listed newest first, with role, account, status and since when', async ({
  app,
  operator,
  add,
  list,
}) => {
  app.clock.add({ minutes: 1 });
  const client = await add({ name: 'Grace Hopper', email: 'grace@navy.test' });
  app.clock.add({ minutes: 1 });
  const musician = await add({ name: 'Rafa Monteiro', role: 'partner' });
  const { people } = await list();
  expect(people.map(({ id }) => id)).toEqual([musician, client, operator.id]);
  expect(people[1]).toEqual({
    id: client,
    name: 'Grace Hopper',
    email: 'grace@navy.test',
    role: 'client',
    avatar: null,
    account: 'open',
    membership: 'signup',
    created_at: app.clock.now().subtract({ minutes: 1 }).toString(),
  });
  expect(people[0]).toMatchObject({ role: 'partner', membership: null });
});

test('words begin words of name or address, whatever their accents and case', async ({ add, idsOf }) => {
  const id = await add({ name: 'Zoë Ångström-Núñez', email: 'zoe.a@physics.test' });
  for (const q of ['zoe', 'ANGSTROM', 'nun zoë', 'zoe.a@physics.test', 'physics'])
    expect([q, await idsOf({ q })]).toEqual([q, [id]]);
  for (const q of ['oe angstrom', 'zoe nobody', 'z_e']) expect([q, await idsOf({ q })]).toEqual([q, []]);
  expect(await idsOf({ q: ' ?! ' }), 'signs alone do not narrow').toContain(id);
});

test('a search follows a change of name and address', async ({ app, add, idsOf }) => {
  const id = await add({ name: 'Quentin First', email: 'quentin@old.test' });
  await app.db
    .updateTable('people')
    .set({ name: 'Quirin Second', email: 'quirin@new.test' })
    .where('id', '=', id)
    .execute();
  expect(await idsOf({ q: 'quentin' })).toEqual([]);
  expect(await idsOf({ q: 'quirin new' })).toEqual([id]);
});

test('the beginning of an id finds who has it; a name of such letters is found, too', async ({
  add,
  idsOf,
}) => {
  const id = 'deadbeef-0000-7000-8000-00000000000a';
  await add({ id });
  const named = await add({ name: 'Deadb Eefson' });
  for (const q of ['deadbeef', ' DEADBEEF-00 ', id]) expect([q, await idsOf({ q })]).toEqual([q, [id]]);
  expect(new Set(await idsOf({ q: 'deadb' }))).toEqual(new Set([id, named]));
  expect(await idsOf({ q: 'deadbeef-1' })).toEqual([]);
});

test('by role and by how far the account is', async ({ app, add, idsOf }) => {
  const name = 'Filter Person';
  const open = await add({ name });
  const waiting = await add({ name, waitlisted: true });
  const social = await add({ name, password_hash: null });
  await app.db
    .insertInto('identities')
    .values({ provider: 'facebook', subject: social, person_id: social, created_at: app.clock.now() })
    .execute();
  const byLink = await add({ name, role: 'managed', password_hash: null });
  await app.db
    .updateTable('people')
    .set({ email_proved_at: app.clock.now() })
    .where('id', '=', byLink)
    .execute();
  const invited = await add({ name, role: 'partner', password_hash: null });
  const found = async (query: object) => new Set(await idsOf({ q: 'filter person', ...query }));
  expect(await found({ account: 'open' })).toEqual(new Set([open, social, byLink]));
  expect(await found({ account: 'invited' })).toEqual(new Set([invited]));
  expect(await found({ account: 'waiting' })).toEqual(new Set([waiting]));
  expect(await found({ role: 'partner' })).toEqual(new Set([invited]));
  expect(await found({ role: 'managed', account: 'open' })).toEqual(new Set([byLink]));
  expect(await found({ role: 'operator' })).toEqual(new Set());
  expect(await found({ membership: 'signup' }), 'clients alone have a status').toEqual(
    new Set([open, waiting, social]),
  );
});

test('by status of the membership as it is now: each is in the list of the status that it shows', async ({
  app,
  add,
  list,
}) => {
  const now = app.clock.now();
  const dates = [null, now.subtract({ hours: 1 }), now, now.add({ hours: 1 })];
  const expected = new Map<string, string>();
  for (const status of USER_STATUSES)
    for (const date of dates) {
      const id = await add({ name: 'Member Person' });
      const membership = { status, next_billing_at: date, trial_ends_at: date };
      await app.db
        .insertInto('memberships')
        .values({ ...membership, person_id: id })
        .execute();
      expected.set(id, statusAt(membership, now));
    }
  expect(new Set(expected.values()).size, 'some of each').toBe(USER_STATUSES.length);
  for (const membership of USER_STATUSES) {
    const { people } = await list({ q: 'member person', membership });
    expect(new Set(people.map((person) => person.membership))).toEqual(new Set([membership]));
    const ids = [...expected].filter(([, status]) => status === membership).map(([id]) => id);
    expect(new Set(people.map(({ id }) => id))).toEqual(new Set(ids));
  }
});

test('pages follow each other without gap or repetition, also of one instant and while people come', async ({
  app,
  add,
  list,
}) => {
  const ids: string[] = [];
  for (let n = 0; n < 120; n += 1) ids.push(await add({ name: 'Page Person' }));
  const first = await list({ q: 'page person' });
  app.clock.add({ seconds: 1 });
  await add({ name: 'Page Person' });
  const second = await list({ q: 'page person', after: first.next ?? '' });
  const third = await list({ q: 'page person', after: second.next ?? '' });
  const pages = [first, second, third].map(({ people }) => people.map(({ id }) => id));
  expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
  expect(pages.flat()).toEqual(ids.toSorted().toReversed());
  expect(third.next).toBeNull();
});

test('what the filter does not know is bad input; nobody comes after who is not there', async ({
  app,
  operator,
  list,
}) => {
  for (const query of [
    { role: 'guest' },
    { account: 'lost' },
    { membership: 'vip' },
    { after: '7' },
    { q: 'a'.repeat(101) },
  ]) {
    const { status } = await app.call(listPeople, { query: query as never }, operator);
    expect([query, status]).toEqual([query, 400]);
  }
  expect(await list({ after: newId() })).toEqual({ people: [], next: null });
});

test('only operators read it', async ({ app }) => {
  expect((await app.call(listPeople, {})).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const)
    expect((await app.call(listPeople, {}, await app.people.make(role))).status).toBe(403);
});
