import { describe, expect } from 'vitest';
import { auditOf } from '#test/rooms/audit.ts';
import { test as base } from '#test/rooms/moves.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { bookAsOperator } from './service.ts';

type Booking = Parameters<typeof bookAsOperator>[1];

const test = base
  .extend(
    'operatorId',
    { scope: 'file', auto: true },
    async ({ app }) => (await app.people.make('operator')).id,
  )
  .extend('managed', ({ app }) => app.people.make('managed'))
  .extend(
    'book',
    ({ app, operatorId, managed, musician }) =>
      (startsAt: Temporal.Instant | undefined, more: Partial<Booking> = {}) => {
        if (startsAt === undefined) throw new Error('no slot');
        const defaults = { units: 1, title: 'Song', attendance: true, message: null, service: 'recording' };
        const who = { operatorId, client: { email: managed.email }, musician: musician.slug };
        return bookAsOperator(app.ctx(), { ...defaults, ...who, startsAt, ...more });
      },
  )
  .extend(
    'lots',
    ({ app }) =>
      (person: TestPerson) =>
        app.db
          .selectFrom('credit_lots')
          .select(['source', 'amount', 'remaining'])
          .where('person_id', '=', person.id)
          .orderBy('id')
          .execute(),
  );

describe('the operator books for a managed client', () => {
  test('free times in a row, paid by the studio, recorded by name', async ({
    app,
    studio,
    bookingApi,
    operatorId,
    managed,
    musician,
    book,
    day,
    lots,
    shown,
  }) => {
    const slots = await day(7);
    const [first, second] = slots;
    const made = await book(first?.starts_at, { units: 2, message: ' Good evening ' });
    expect(made).toEqual({
      ok: true,
      value: expect.objectContaining({ starts_at: first?.starts_at, ends_at: second?.ends_at, price: 2 }),
    });
    const id = made.ok ? made.value.id : 0;
    expect(await shown(managed, id)).toMatchObject({
      status: 'client_files_upload_required',
      session_info: { title: 'Song' },
      partner: { id: musician.id },
      is_first_session: true,
    });
    expect(await lots(managed)).toEqual([{ source: 'operator', amount: 2, remaining: 0 }]);
    expect(await brokenInvariants(app.db)).toEqual([]);
    const [entry, ...more] = await auditOf(app.db, 'session', id);
    expect([entry?.what, entry?.person_id, more]).toEqual(['session.booked', managed.id, []]);
    expect(entry?.after).toMatchObject({
      credits: 2,
      credits_granted: 2,
      starts_at: first?.starts_at.toString(),
    });
    expect(JSON.stringify(entry), 'no words of the session').not.toMatch(/Good evening|Song/);
    const recorded = app.db.selectFrom('session_events').select(['event', 'actor_id']);
    expect(await recorded.where('session_id', '=', id).execute()).toMatchObject([{ actor_id: operatorId }]);
    expect((await bookingApi.prebook(await studio.makeClient(), slots.slice(1, 2))).status).toBe(409);
  });

  test('spends first what a cancelled session gave back', async ({
    clock,
    bookingApi,
    managed,
    book,
    day,
    lots,
  }) => {
    const [first, second, third] = await day(7);
    const made = await book(first?.starts_at, { units: 2 });
    clock.add({ minutes: 61 });
    expect((await bookingApi.cancel(managed, made.ok ? made.value.id : 0)).status).toBe(200);
    expect(await lots(managed)).toEqual([{ source: 'operator', amount: 2, remaining: 2 }]);
    expect(await book(second?.starts_at)).toMatchObject({ ok: true });
    expect(await book(third?.starts_at)).toMatchObject({ ok: true });
    expect(await lots(managed)).toEqual([{ source: 'operator', amount: 2, remaining: 0 }]);
  });

  test('shows the client no credits, neither in the session nor when it is cancelled', async ({
    clock,
    bookingApi,
    managed,
    book,
    day,
    shown,
  }) => {
    const [first] = await day(7);
    const made = await book(first?.starts_at);
    const id = made.ok ? made.value.id : 0;
    clock.add({ minutes: 61 });
    expect(await shown(managed, id)).toMatchObject({
      credits: 0,
      cancellation: { refund: true, credits: 0 },
    });
    const { body } = await bookingApi.cancel(managed, id);
    expect(body).toMatchObject({ refunded: 0, session: { credits: 0, cancelled: { refunded: null } } });
  });

  test('is refused with a reason, and nothing is granted', async ({ studio, book, day, managed, lots }) => {
    const slots = await day(7);
    const [first, second] = slots;
    const { person: other } = await studio.makeMusician();
    expect(await book(first?.starts_at, { client: { email: other.email } })).toMatchObject({
      reason: 'unknown_client',
    });
    expect(await book(first?.starts_at, { client: { email: 'no@one.test' } })).toMatchObject({
      reason: 'unknown_client',
    });
    expect(await book(first?.starts_at, { musician: 'nobody' })).toMatchObject({
      reason: 'unknown_musician',
    });
    expect(await book(first?.starts_at, { service: 'mixing' })).toMatchObject({ reason: 'unknown_service' });
    expect(await book(first?.starts_at, { title: ' ' })).toMatchObject({
      reason: 'invalid',
      errors: [{ field: 'session_info.title', message: 'You need to provide a track name' }],
    });
    expect(await book(first?.starts_at.add({ minutes: 7 }))).toMatchObject({ reason: 'not_found' });
    expect(await book(first?.starts_at, { units: 7 })).toMatchObject({ reason: 'bad_selection' });
    expect(await book(second?.starts_at)).toMatchObject({ ok: true });
    expect(await book(second?.starts_at)).toMatchObject({ reason: 'slot_taken' });
    expect(await lots(managed)).toEqual([{ source: 'operator', amount: 1, remaining: 0 }]);
  });

  test('of two at once for one time one is booked', async ({ app, book, day }) => {
    const [slot] = await day(7);
    const other = await app.people.make('managed');
    const both = await Promise.all([
      book(slot?.starts_at),
      book(slot?.starts_at, { client: { id: other.id } }),
    ]);
    expect(both.map((done) => (done.ok ? 'booked' : done.reason)).sort()).toEqual(['booked', 'slot_taken']);
  });
});
