import { describe, expect } from 'vitest';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { getSession } from '#shared/operator/contract-session.ts';
import {
  bookSession,
  listBookableServices,
  listBookingTimes,
} from '#shared/operator/contract-session-verbs.ts';
import { auditOf } from '#test/rooms/audit.ts';
import { pick, test as base } from '#test/rooms/moves.ts';
import type { TestPerson } from '#test/api/people.ts';

type Body = ArgsOf<typeof bookSession>['body'];

const test = base
  .extend('operator', { scope: 'file' }, ({ app }) => app.people.make('operator'))
  .extend('recording', { scope: 'file' }, ({ studio }) => studio.service('recording'))
  .extend(
    'book',
    ({ app, operator, musician, recording, day }) =>
      async (client: Pick<TestPerson, 'id'>, more: Partial<Body> = {}, headers: object = {}) => {
        const starts_at = (await day(7))[0]?.starts_at.toString() ?? '';
        const who = { client: client.id, musician: musician.id, service: recording };
        const body = { ...who, starts_at, title: 'Song', attendance: true, ...more };
        return app.call(bookSession, { body, headers } as { body: Body }, operator);
      },
  )
  .extend('listed', ({ app, operator, musician, recording }) => async (client: TestPerson, units = 1) => {
    const query = { client: client.id, musician: musician.id, service: recording, units };
    return (await app.call(listBookingTimes, { query }, operator)).body;
  })
  .extend(
    'creditsOf',
    { scope: 'file' },
    ({ bookingApi }) =>
      async (client: TestPerson) =>
        (await bookingApi.ledger(client)).reduce((sum, { remaining }) => sum + remaining, 0),
  );

describe('booking for a client', () => {
  test('takes their credits at their price, like their own booking, and is audited', async ({
    app,
    studio,
    operator,
    musician,
    book,
    listed,
    creditsOf,
    shown,
  }) => {
    const client = await studio.makeClient({ credits: 3 });
    const before = await listed(client, 2);
    expect([before.credits, before.times[0]?.price]).toEqual([3, 2]);
    const { status, body } = await book(client, { units: 2, starts_at: before.times[0]?.starts_at ?? '' });
    expect([status, body]).toEqual([201, { id: expect.any(Number), ...before.times[0] }]);
    expect(await creditsOf(client)).toBe(1);
    expect(await shown(client, body.id)).toMatchObject({ partner: { id: musician.id }, credits: 2 });
    expect(await auditOf(app.db, 'session', body.id)).toMatchObject([
      {
        operator_id: operator.id,
        what: 'session.booked',
        person_id: client.id,
        after: { credits: 2, credits_granted: 0 },
      },
    ]);
    const found = await app.call(getSession, { params: { id: body.id } }, operator);
    expect(found.body.timeline.at(-1)).toMatchObject({ kind: 'event', by: { id: operator.id } });
    expect((await listed(client, 2)).times.map(({ starts_at }) => starts_at)).not.toContain(body.starts_at);
  });

  test('for a managed client the studio pays', async ({ app, book, listed, creditsOf }) => {
    const managed = await app.people.make('managed');
    expect((await listed(managed)).credits).toBeNull();
    const { status, body } = await book(managed, { message: 'Good evening' });
    expect(status).toBe(201);
    expect(await creditsOf(managed)).toBe(0);
    expect(await auditOf(app.db, 'session', body.id)).toMatchObject([{ after: { credits_granted: 1 } }]);
  });

  test('also at times that members book first', async ({ studio, bookingApi, book, day }) => {
    const client = await studio.makeClient({ status: 'ondemand' });
    const [slot] = pick(await day(20), 0);
    if (slot === undefined) throw new Error('no slot');
    expect((await bookingApi.prebook(client, [slot])).problem.code).toBe('restricted');
    expect((await book(client, { starts_at: slot.starts_at.toString() })).status).toBe(201);
  });

  test('a repeat with the same key books once', async ({ app, studio, book, creditsOf }) => {
    const client = await studio.makeClient({ credits: 3 });
    const headers = { 'idempotency-key': 'one-booking-of-this-client' };
    const [first, again] = [await book(client, {}, headers), await book(client, {}, headers)];
    expect(again.body).toEqual(first.body);
    expect([again.status, await creditsOf(client)]).toEqual([201, 2]);
    expect(await auditOf(app.db, 'session', first.body.id)).toHaveLength(1);
  });
});

const refused = async (answer: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await answer;
  return `${status} ${problem.code}`;
};

describe('booking is refused, and nothing is taken', () => {
  test('for whom, with whom and when it cannot be', async ({ app, studio, musician, book, creditsOf }) => {
    const client = await studio.makeClient();
    const nobody = { id: '01900000-0000-7000-8000-000000000000' };
    expect(await refused(book(nobody))).toBe('404 not_found');
    expect(await refused(book(musician))).toBe('404 not_found');
    expect(await refused(book(client, { musician: nobody.id }))).toBe('404 not_found');
    expect(await refused(book(client, { service: studio.service('mixing') }))).toBe('404 not_found');
    expect(await refused(book(client, { starts_at: '2026-12-01T03:07:00Z' }))).toBe('404 no_time');
    expect(await refused(book(client, { title: ' ' }))).toBe('422 invalid');
    expect(await refused(book(client, { units: 7 }))).toBe('422 bad_selection');
    expect(await refused(book(client, { units: 0 }))).toBe('400 malformed');
    expect(await refused(book(client, { starts_at: 'soon' }))).toBe('400 malformed');
    expect(await creditsOf(client)).toBe(12);
    expect(
      await app.db.selectFrom('audit_log').select('id').where('person_id', '=', client.id).execute(),
    ).toEqual([]);
  });

  test('without the credits, beyond the plan, and with a trial credit of an unproved address', async ({
    app,
    studio,
    book,
    day,
    creditsOf,
  }) => {
    const poor = await studio.makeClient({ credits: 1 });
    expect(await refused(book(poor, { units: 2 }))).toBe('422 not_enough_credits');
    const full = await studio.makeClient({ concurrency: 1 });
    expect((await book(full)).status).toBe(201);
    const next = (await day(7))[1]?.starts_at.toString() ?? '';
    expect(await refused(book(full, { starts_at: next }))).toBe('409 concurrency_limit');
    const trial = await studio.makeClient({ credits: 1 });
    await app.db
      .updateTable('credit_lots')
      .set({ source: 'trial' })
      .where('person_id', '=', trial.id)
      .execute();
    await app.db.updateTable('people').set({ email_proved_at: null }).where('id', '=', trial.id).execute();
    expect(await refused(book(trial, { starts_at: next }))).toBe('409 address_not_proved');
    expect([await creditsOf(poor), await creditsOf(trial)]).toEqual([1, 1]);
  });

  test('while the client holds a time; a hold that is over is replaced', async ({
    clock,
    studio,
    bookingApi,
    book,
    day,
  }) => {
    const client = await studio.makeClient();
    await bookingApi.hold(client, pick(await day(7), 4));
    expect(await refused(book(client))).toBe('409 holding');
    clock.add({ minutes: 16 });
    expect((await book(client)).status).toBe(201);
  });

  test('of two at once for one time one is booked', async ({ studio, book }) => {
    const clients = [await studio.makeClient(), await studio.makeClient()];
    const both = await Promise.all(clients.map((client) => book(client)));
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
  });
});

test('the services of a musician, and of nobody none; others ask for nothing', async ({
  app,
  operator,
  studio,
  musician,
  recording,
  book,
}) => {
  const params = { id: musician.id };
  const { body } = await app.call(listBookableServices, { params }, operator);
  expect(body.services.find(({ id }) => id === recording)).toMatchObject({ is_offline: false });
  const offline = await studio.makeMusician({ sessionsType: 'offline' });
  const atHome = await app.call(listBookableServices, { params: { id: offline.id } }, operator);
  expect(atHome.body.services, 'offline with who works offline only').toMatchObject([{ is_offline: true }]);
  const client = await studio.makeClient();
  const nothing = await app.call(listBookableServices, { params: { id: client.id } }, operator);
  expect(nothing.body).toEqual({ services: [] });
  const query = { client: client.id, musician: musician.id, service: recording };
  const booking = { ...query, starts_at: '2026-12-01T10:00:00Z', title: 'Song', attendance: true };
  for (const person of [client, musician.person]) {
    expect((await app.call(listBookableServices, { params }, person)).status).toBe(403);
    expect((await app.call(listBookingTimes, { query }, person)).status).toBe(403);
    expect((await app.call(bookSession, { body: booking }, person)).status).toBe(403);
  }
  expect((await app.call(listBookingTimes, { query })).status).toBe(401);
  expect((await app.call(listBookingTimes, { query: { ...query, units: 99 } }, operator)).status).toBe(400);
  expect((await book(client)).status).toBe(201);
});
