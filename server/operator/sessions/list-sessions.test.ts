import { describe, expect } from 'vitest';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { listSessions } from '#shared/operator/contract-sessions.ts';
import { test as base } from '#test/api/test.ts';
import { roundTrips } from '#test/api/round-trips.ts';
import { makeSession, type SessionOptions } from '#test/rooms/sessions.ts';

type Query = NonNullable<ArgsOf<typeof listSessions>['query']>;

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator', { zone: 'Europe/Lisbon' }))
  .extend('musician', { scope: 'file' }, ({ studio }) =>
    studio.makeMusician({ name: 'Rafa', services: ['recording', 'singer'] }),
  )
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient({ name: 'Ada' }))
  /** Sessions by the hours from now to their start. */
  .extend('made', { scope: 'file', auto: true }, async ({ app, studio, client, musician }) => {
    const now = app.clock.now();
    const make = async (hours: number, more: Partial<SessionOptions> = {}) => {
      const starts = now.add({ minutes: hours * 60 });
      return (await makeSession(studio, { client, musician, starts, ...more })).id;
    };
    const other = await studio.makeClient({ name: 'Bela' });
    return {
      other,
      delivered: await make(-72, { status: 'partner_deliverables_ready' }),
      awaited: await make(-48, { client: other }),
      cancelled: await make(-30, { status: 'cancelled' }),
      running: await make(-0.25),
      ready: await make(24, { status: 'partner_ready_to_go', service: 'singer' }),
      later: await make(24 * 20, { client: other }),
      hold: await make(30, { status: 'prebooked', client: await studio.makeClient() }),
    };
  })
  .extend('list', { scope: 'file' }, ({ app, operator }) => async (query: Query = {}) => {
    const { status, body } = await app.call(listSessions, { query }, operator);
    expect(status).toBe(200);
    return body;
  })
  .extend(
    'ids',
    { scope: 'file' },
    ({ list }) =>
      async (query: Query = {}) =>
        (await list(query)).sessions.map(({ id }) => id),
  );

describe('the list of sessions', () => {
  test('has all but holds, the latest first, as they stand now', async ({ list, made, client, musician }) => {
    const { sessions, next, services } = await list();
    expect(sessions.map(({ id, status }) => [id, status])).toEqual([
      [made.later, 'client_files_upload_required'],
      [made.ready, 'partner_ready_to_go'],
      [made.running, 'client_files_upload_required'],
      [made.cancelled, 'cancelled'],
      [made.awaited, 'partner_upload_required'],
      [made.delivered, 'partner_deliverables_ready'],
    ]);
    expect(sessions.at(-1)).toMatchObject({
      client: { id: client.id, name: 'Ada' },
      musician: { id: musician.id, name: 'Rafa' },
      price: 0,
    });
    expect(next).toBeNull();
    expect(services.length).toBeGreaterThan(5);
  });

  test('by status, time, day, client, musician and service, and by several', async ({
    app,
    ids,
    list,
    made,
    client,
    musician,
    studio,
  }) => {
    expect(await ids({ status: 'partner_upload_required' })).toEqual([made.awaited]);
    expect(await ids({ status: 'client_files_upload_required' })).toEqual([made.later, made.running]);
    expect(await ids({ status: 'cancelled' })).toEqual([made.cancelled]);
    expect(await ids({ when: 'upcoming' })).toEqual([made.running, made.ready, made.later]);
    expect(await ids({ when: 'past' })).toEqual([made.cancelled, made.awaited, made.delivered]);
    expect(await ids({ when: 'week' })).toEqual([made.running, made.ready]);
    const tomorrow = app.clock.now().toZonedDateTimeISO('Europe/Lisbon').toPlainDate().add({ days: 1 });
    expect(await ids({ day: tomorrow.toString() })).toEqual([made.ready]);
    expect(await ids({ client: made.other.id })).toEqual([made.later, made.awaited]);
    expect(await ids({ service: studio.service('singer') })).toEqual([made.ready]);
    expect(await ids({ client: client.id, when: 'past', status: 'cancelled' })).toEqual([made.cancelled]);
    const both = await list({ client: client.id, musician: musician.id });
    expect([both.client, both.musician]).toEqual([
      { id: client.id, name: 'Ada' },
      { id: musician.id, name: 'Rafa' },
    ]);
    expect(both.sessions).toHaveLength(4);
    const nobody = await list({ client: '01900000-0000-7000-8000-000000000000' });
    expect([nobody.client, nobody.sessions]).toEqual([null, []]);
  });

  test('comes 50 at a time, each session once, in either order', async ({ studio, list, musician }) => {
    const client = await studio.makeClient();
    const slots = (await studio.slotsOf(musician, 'instruments')).slice(100, 155);
    for (const { starts_at } of slots) await makeSession(studio, { client, musician, starts: starts_at });
    const starts = slots.map(({ starts_at }) => starts_at.toString());
    for (const query of [{ client: client.id }, { client: client.id, when: 'upcoming' as const }]) {
      const first = await list(query);
      expect([first.sessions.length, first.next]).toEqual([50, first.sessions[49]?.id]);
      const rest = await list({ ...query, after: first.next ?? 0 });
      expect(rest.next).toBeNull();
      const found = [...first.sessions, ...rest.sessions].map(({ starts_at }) => starts_at);
      expect(found).toEqual('when' in query ? starts : starts.toReversed());
    }
  });

  test('takes two waits for the database: who asks, and the answer', async ({ list }) => {
    expect(await roundTrips(() => list({ when: 'past' }))).toHaveLength(2);
  });

  test('refuses what is no filter, and everybody but operators', async ({ app, operator }) => {
    for (const query of [
      { status: 'prebooked' },
      { when: 'never' },
      { client: 'Ada' },
      { after: 'x' },
      { day: '1' },
    ])
      expect((await app.call(listSessions, { query: query as never }, operator)).status).toBe(400);
    expect((await app.call(listSessions, {})).status).toBe(401);
    for (const role of ['client', 'partner', 'managed'] as const)
      expect((await app.call(listSessions, {}, await app.people.make(role))).status).toBe(403);
  });
});
