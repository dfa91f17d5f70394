import { describe, expect } from 'vitest';
import { login } from '#shared/accounts/contract.ts';
import { changeSchedule, undoSchedule } from '#shared/calendar/contract-schedule.ts';
import { getMe } from '#shared/me/contract.ts';
import { erasePerson } from '#shared/operator/contract-person-data.ts';
import { listMusicians } from '#shared/operator/musicians/contract-musicians.ts';
import { changeRole, getRoleChanges } from '#shared/operator/person/contract-role.ts';
import { bookSession } from '#shared/operator/contract-session-verbs.ts';
import type { Role } from '#shared/lib/endpoint.ts';
import { newId } from '../../lib/ids.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { scheduleApi, scheduleFaults } from '#test/rooms/schedule.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';

const PASSWORD = 'correct horse battery';
interface Wanted {
  readonly from?: Role;
  readonly to: Role;
  readonly musician?: { readonly slug: string; readonly title: string };
  readonly by?: TestPerson;
}

const test = base
  .extend('hash', { scope: 'file' }, () => hashPassword(PASSWORD))
  .extend('operator', { scope: 'file' }, ({ app, hash }) =>
    app.people.make('operator', { password_hash: hash }),
  )
  .extend(
    'change',
    { scope: 'file' },
    ({ app, operator }) =>
      async (
        { id, role }: Pick<TestPerson, 'id' | 'role'>,
        { from = role, to, musician, by = operator }: Wanted,
      ) => {
        const body = { from, to, reason: ' Asked for it ', ...(musician !== undefined && { musician }) };
        const { status, problem } = await app.call(changeRole, { params: { id }, body }, by);
        return status === 200 ? 'changed' : `${status} ${problem.code}`;
      },
  )
  .extend('obstacles', { scope: 'file' }, ({ app, operator }) => async (id: string, to: Role) => {
    const { body } = await app.call(getRoleChanges, { params: { id } }, operator);
    return body.changes.find((one) => one.to === to)?.obstacles;
  })
  .extend('roleOf', { scope: 'file' }, ({ app }) => async (id: string) => {
    const row = await app.db.selectFrom('people').select('role').where('id', '=', id).executeTakeFirst();
    return row?.role;
  });

const PAIRS = (['client', 'managed', 'partner', 'operator'] as const).flatMap((from, _at, roles) =>
  roles.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('a changed role', () => {
  test.for(PAIRS)(
    'from %s to %s: logins end, it is audited, the data is whole',
    async ([from, to], { app, studio, hash, operator, change, roleOf }) => {
      const person =
        from === 'partner'
          ? (await studio.makeMusician()).person
          : await app.people.make(from, { password_hash: hash });
      if (to === 'operator')
        await app.db
          .updateTable('people')
          .set({ email_proved_at: app.clock.now() })
          .where('id', '=', person.id)
          .execute();
      const musician = { slug: `slug-${from}`, title: ' Drummer ' };
      expect(await change(person, { to, ...(to === 'partner' && { musician }) })).toBe('changed');
      expect(await roleOf(person.id)).toBe(to);
      expect((await app.call(getMe, {}, person)).status).toBe(401);
      const audited = await auditOf(app.db, 'person', person.id);
      expect(audited).toMatchObject([
        {
          operator_id: operator.id,
          what: 'role.changed',
          reason: 'Asked for it',
          before: { role: from, login_sessions: 1 },
          after: { role: to, login_sessions: 0 },
        },
      ]);
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  test('they sign in on the front of the new role; an operator sets up a second factor there', async ({
    app,
    hash,
    change,
  }) => {
    const person = await app.people.make('managed', { password_hash: hash });
    await app.db
      .updateTable('people')
      .set({ email_proved_at: app.clock.now() })
      .where('id', '=', person.id)
      .execute();
    expect(await change(person, { to: 'operator' })).toBe('changed');
    const body = { user: { email: person.email, password: PASSWORD } };
    const { body: found } = await app.call(login, { body });
    expect(found).toMatchObject({ user: { role: 'operator' } });
    expect(new URL(found.redirect ?? '').host).toBe('localhost:4002');
    expect(await change({ id: person.id, role: 'operator' }, { to: 'client' })).toBe('changed');
    const apps = await app.db
      .selectFrom('authenticator_apps')
      .select('person_id')
      .where('person_id', '=', person.id)
      .execute();
    expect(apps).toEqual([]);
  });

  test('a hold and its time are free again', async ({ app, studio, change }) => {
    const api = makeBookingApi(app, studio);
    const [client, other] = [await studio.makeClient({ credits: 0 }), await studio.makeClient()];
    const [slot] = await studio.slotsOf(await studio.makeMusician());
    if (slot === undefined) throw new Error('no slots');
    await api.hold(client, [slot]);
    expect(await change(client, { to: 'managed' })).toBe('changed');
    expect((await api.prebook(other, [slot])).status).toBe(201);
    expect((await auditOf(app.db, 'person', client.id)).at(-1)).toMatchObject({ before: { holds: 1 } });
  });
});

describe('a musician who becomes a client', () => {
  test('is off Explore without hours, keeps their page, and is back with it', async ({
    app,
    studio,
    operator,
    change,
    obstacles,
  }) => {
    const musician = await studio.makeMusician();
    const { id } = musician;
    const client = await studio.makeClient();
    const past = app.clock.now().subtract({ hours: 30 });
    await makeSession(studio, { client, musician, starts: past, status: 'partner_deliverables_ready' });
    const [slot] = await studio.slotsOf(musician);
    if (slot === undefined) throw new Error('no slots');
    expect(await obstacles(id, 'client')).toEqual([]);
    expect(await change(musician.person, { to: 'client' })).toBe('changed');
    const api = makeBookingApi(app, studio);
    expect((await api.prebook(client, [slot])).problem.code).toBe('not_found');
    const now = app.clock.now();
    const left = await app.db
      .selectFrom('slots')
      .select('id')
      .where('musician_id', '=', id)
      .where('starts_at', '>', now)
      .execute();
    expect(left).toEqual([]);
    const listed = await app.call(listMusicians, { query: { q: musician.slug } }, operator);
    expect(listed.body.musicians).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);

    expect(await change({ id, role: 'client' }, { to: 'partner' })).toBe('changed');
    const row = await app.db
      .selectFrom('musicians')
      .select(['visible', 'visible_unblocked', 'slug'])
      .where('person_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ visible: true, visible_unblocked: null, slug: musician.slug });
    const back = { ...musician, person: await app.people.signIn(musician.person) };
    const { last_change } = await scheduleApi(app).read(back);
    await app.call(undoSchedule, { body: { change_id: last_change?.id ?? '' } }, back.person);
    expect((await studio.slotsOf(musician)).length).toBeGreaterThan(0);
    expect(await scheduleFaults(app, id, now)).toEqual([]);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('has to deliver and to finish what is booked first', async ({ app, studio, change, obstacles }) => {
    const musician = await studio.makeMusician();
    const client = await studio.makeClient();
    const { id } = musician;
    const starts = app.clock.now().subtract({ hours: 3 });
    await makeSession(studio, { client, musician, starts, status: 'partner_upload_required' });
    await makeSession(studio, { client, musician });
    expect(await obstacles(id, 'operator')).toEqual(['sessions', 'deliveries']);
    expect(await change(musician.person, { to: 'client' })).toBe('409 open');
    expect((await app.call(getMe, {}, musician.person)).status, 'nothing has happened').toBe(200);
  });

  test('does not change anything of their calendar meanwhile', async ({ app, studio, change }) => {
    const musician = await studio.makeMusician();
    const evening = {
      kind: 'offer' as const,
      offers: [{ starts_at: '2026-11-25T20:00:00Z', unit_minutes: 30, category: 'instruments' }],
    };
    const body = { version: 0, change: evening };
    await Promise.all([
      app.call(changeSchedule, { body }, musician.person),
      change(musician.person, { to: 'managed' }),
    ]);
    const left = await app.db
      .selectFrom('slots')
      .select('id')
      .where('musician_id', '=', musician.id)
      .where('starts_at', '>', app.clock.now())
      .execute();
    expect(left).toEqual([]);
  });
});

test('a former musician is not deleted before the pay of past hours is closed', async ({
  app,
  studio,
  operator,
  change,
}) => {
  const musician = await studio.makeMusician();
  const starts = app.clock.now().subtract({ hours: 30 });
  const client = await studio.makeClient();
  await makeSession(studio, { client, musician, starts, status: 'partner_deliverables_ready' });
  await app.db
    .insertInto('musician_rates')
    .values({
      musician_id: musician.id,
      valid_from: '2026-01-01',
      fixed_cents: 3000,
      flexible_cents: 4000,
      set_at: starts,
    })
    .execute();
  expect(await change(musician.person, { to: 'client' })).toBe('changed');
  const body = { reason: 'Asked for it', when: 'now' } as const;
  const { problem } = await app.call(erasePerson, { params: { id: musician.id }, body }, operator);
  expect(problem).toMatchObject({ status: 409, code: 'open' });
});

describe('a role does not change', () => {
  test('while something is open; the refusal says what has to be done', async ({
    app,
    studio,
    operator,
    change,
    obstacles,
    roleOf,
  }) => {
    const client = await studio.makeClient({ credits: 3 });
    await makeSession(studio, { client, musician: await studio.makeMusician() });
    expect(await obstacles(client.id, 'managed'), 'their sessions go on').toEqual([]);
    expect(await obstacles(client.id, 'operator')).toEqual(['sessions', 'credits']);
    const body = { from: 'client', to: 'partner', reason: 'x' } as const;
    const { problem } = await app.call(changeRole, { params: { id: client.id }, body }, operator);
    expect(problem).toMatchObject({
      status: 409,
      code: 'open',
      detail:
        'A session of theirs is to come or running. Cancel it, or wait for its end. They have unspent credits, which only clients can spend. Take them back, or wait until they are spent.',
    });
    expect(await roleOf(client.id)).toBe('client');
    const blocked = await app.people.make('managed');
    await app.db
      .updateTable('people')
      .set({ blocked_at: app.clock.now() })
      .where('id', '=', blocked.id)
      .execute();
    expect(await change(blocked, { to: 'client' })).toBe('409 open');
  });

  test('by a session booked at the same time, or the session is not booked', async ({
    app,
    studio,
    operator,
    change,
    roleOf,
  }) => {
    const musician = await studio.makeMusician();
    const slots = await studio.slotsOf(musician);
    for (const slot of slots.slice(0, 4)) {
      const client = await app.people.make('managed');
      const booking = {
        client: client.id,
        musician: musician.id,
        service: studio.service('recording'),
        starts_at: slot.starts_at.toString(),
        title: 'Song',
        attendance: true,
      };
      const [booked] = await Promise.all([
        app.call(bookSession, { body: booking }, operator),
        change(client, { to: 'partner', musician: { slug: `late-${client.id}`, title: 'Drummer' } }),
      ]);
      expect(await roleOf(client.id)).toBe(booked.status === 201 ? 'managed' : 'partner');
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  test('of oneself, of the last operator, twice, or by somebody else', async ({
    app,
    hash,
    operator,
    change,
  }) => {
    expect(await change(operator, { to: 'client' })).toBe('409 open');
    expect(await change({ id: newId(), role: 'client' }, { to: 'managed' })).toBe('404 not_found');
    const person = await app.people.make('client');
    expect(await change(person, { to: 'client' })).toBe('422 same_role');
    expect(await change(person, { to: 'partner' })).toBe('422 invalid');
    const taken = await (async () => {
      const { slug } = await app.db.selectFrom('musicians').select('slug').limit(1).executeTakeFirstOrThrow();
      return change(person, { to: 'partner', musician: { slug, title: 'Drummer' } });
    })();
    expect(taken).toBe('409 slug_taken');
    const tries = await Promise.all([change(person, { to: 'managed' }), change(person, { to: 'managed' })]);
    expect(tries.toSorted()).toEqual(['409 role_changed', 'changed']);
    const params = { id: person.id };
    const body = { from: 'managed', to: 'client', reason: 'x' } as const;
    expect((await app.call(changeRole, { params, body })).status).toBe(401);
    for (const role of ['client', 'partner', 'managed'] as const)
      expect(await change(person, { to: 'client', by: await app.people.make(role) })).toBe('403 wrong_role');
    const empty = { ...body, reason: ' ' };
    expect((await app.call(changeRole, { params, body: empty }, operator)).status).toBe(400);

    const before = app.clock.now();
    await app.db.updateTable('people').set({ blocked_at: before }).where('role', '=', 'operator').execute();
    const [one, two] = [
      await app.people.make('operator', { password_hash: hash }),
      await app.people.make('operator', { password_hash: hash }),
    ];
    const both = await Promise.all([
      change(one, { to: 'client', by: two }),
      change(two, { to: 'client', by: one }),
    ]);
    expect(both.filter((done) => done === 'changed')).toHaveLength(1);
    expect(['409 open', '401 not_signed_in']).toContain(both.find((done) => done !== 'changed'));
    await app.db.updateTable('people').set({ blocked_at: null }).where('role', '=', 'operator').execute();
  });
});
