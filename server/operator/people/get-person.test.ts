import { expect } from 'vitest';
import { getPerson } from '#shared/operator/contract-person.ts';
import { audit } from '../../db/audit.ts';
import { newId } from '../../lib/ids.ts';
import type { TestPerson } from '#test/api/people.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { name: 'Olga Operator' }))
  .extend('look', { scope: 'file' }, ({ app, operator }) => async ({ id }: Pick<TestPerson, 'id'>) => {
    const { status, body } = await app.call(getPerson, { params: { id } }, operator);
    expect(status).toBe(200);
    return body;
  });

test('a client: account, membership, credits by source, login sessions', async ({ app, studio, look }) => {
  const client = await studio.makeClient({ name: 'Grace Hopper', credits: 3 });
  await app.people.signIn(client);
  await app.db
    .updateTable('memberships')
    .set({ plan_name: 'Studio 5', last_payment_status: 'failed' })
    .where('person_id', '=', client.id)
    .execute();
  expect(await look(client)).toEqual({
    person: {
      id: client.id,
      name: 'Grace Hopper',
      email: client.email,
      email_verified: false,
      role: 'client',
      avatar: null,
      account: 'invited',
      membership: 'subscriber',
      created_at: app.clock.now().toString(),
      timezone: 'Europe/Lisbon',
      country: null,
    },
    membership: {
      plan: 'Studio 5',
      is_annual: false,
      legacy: false,
      provider: null,
      last_payment: null,
      next_billing_at: null,
      ended_at: null,
    },
    credits: { total: 3, sources: [{ source: 'operator', credits: 3 }] },
    musician: null,
    sessions: [],
    upcoming: [],
    blocked: null,
    login_sessions: 2,
    erased_at: null,
    erasure: null,
    audit: [],
  });
});

test('a musician has no membership and no credits, and their clients beside their sessions', async ({
  studio,
  look,
}) => {
  const musician = await studio.makeMusician();
  const client = await studio.makeClient({ name: 'Alan Turing' });
  const { id, starts } = await makeSession(studio, { client, musician });
  expect(await look(musician)).toMatchObject({
    person: { role: 'partner', membership: null },
    membership: null,
    credits: null,
    musician: { slug: musician.slug },
    sessions: [
      {
        id,
        starts_at: starts.toString(),
        status: 'client_files_upload_required',
        other: { id: client.id, name: 'Alan Turing' },
        price: 0,
      },
    ],
  });
});

test('the five latest sessions by their start, as they stand now, without holds', async ({
  app,
  studio,
  look,
}) => {
  const musician = await studio.makeMusician({ name: 'Rafa Monteiro' });
  const client = await studio.makeClient();
  const now = app.clock.now();
  const hours = [-30, 24, -6, 48, 72, -50];
  const made = new Map<number, number>();
  for (const hour of hours) {
    const { id } = await makeSession(studio, { client, musician, starts: now.add({ hours: hour }) });
    made.set(hour, id);
  }
  await makeSession(studio, { client, musician, status: 'prebooked', starts: now.add({ hours: 96 }) });
  const { sessions } = await look(client);
  expect(sessions.map(({ id }) => id)).toEqual([72, 48, 24, -6, -30].map((hour) => made.get(hour)));
  expect(sessions.map(({ status }) => status === 'partner_upload_required')).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(new Set(sessions.map(({ other }) => other.name))).toEqual(new Set(['Rafa Monteiro']));
});

test('the five newest entries of the audit log that concern them', async ({
  app,
  studio,
  operator,
  look,
}) => {
  const client = await app.people.make('client');
  for (let n = 1; n <= 7; n += 1) {
    app.clock.add({ seconds: 1 });
    await studio.inTx((tx, now) =>
      audit(
        tx,
        { actor: operator, now },
        { what: 'session.cancelled', object: { kind: 'session', id: n }, personId: client.id },
      ),
    );
  }
  const { audit: entries } = await look(client);
  expect(entries.map(({ object }) => object.id)).toEqual(['7', '6', '5', '4', '3']);
  expect(entries[0]).toMatchObject({
    what: 'session.cancelled',
    operator: { id: operator.id, name: 'Olga Operator' },
    person: { id: client.id },
  });
});

test('nobody of that id is 404; only operators look', async ({ app, operator }) => {
  const unknown = await app.call(getPerson, { params: { id: newId() } }, operator);
  expect([unknown.status, unknown.problem?.code]).toEqual([404, 'not_found']);
  expect((await app.call(getPerson, { params: { id: 'me' } }, operator)).status).toBe(400);
  const params = { id: operator.id };
  expect((await app.call(getPerson, { params })).status).toBe(401);
  for (const role of ['client', 'partner', 'managed'] as const) {
    const person = await app.people.make(role);
    expect((await app.call(getPerson, { params: { id: person.id } }, person)).status).toBe(403);
  }
});
