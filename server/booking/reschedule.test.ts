import { describe, expect } from 'vitest';
import { setWeeklyHours } from '../calendar/materialize.ts';
import { pick, test as base } from '#test/rooms/moves.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import type { TestSlot } from '#test/api/studio.ts';

const idsOf = (slots: readonly { id: string }[]) => slots.map(({ id }) => id);
const test = base.extend(
  'isFree',
  { scope: 'file' },
  ({ studio, bookingApi }) =>
    async (slots: readonly TestSlot[]) => {
      const someone = await studio.makeClient();
      const { status, body } = await bookingApi.prebook(someone, slots);
      if (status === 201) await bookingApi.release(someone, body.session.id);
      return status === 201;
    },
);

describe('a moved session', () => {
  test('has its new times and deadline at once; status, price, booking and all else stay', async ({
    clock,
    start,
    bookingApi,
    shown,
    musician,
    day,
    bookSession,
    isFree,
  }) => {
    const { client, bookedSlots, session, id } = await bookSession({ slots: 2 });
    const to = pick(await day(9), 3, 4);
    const answer = await bookingApi.move(client, id, to.toReversed());
    expect(answer.status).toBe(200);
    const from = to[0]?.starts_at;
    expect(answer.body.session).toEqual({
      ...session,
      start_date: from?.toString(),
      end_date: to[1]?.ends_at.toString(),
      slots: to.map((slot) => ({ id: slot.id, start_date: slot.starts_at.toString(), duration: 30 })),
      files_due_at: from?.subtract({ hours: 24 }).toString(),
      delivery_due_at: to[1]?.ends_at.add({ minutes: 15 }).toString(),
      last_update: clock.instant.toString(),
      calendar_sequence: 1,
      cancellation: {
        refund: true,
        credits: 2,
        refund_from: session.cancellation?.refund_from,
        refund_until: from?.subtract({ hours: 48 }).toString(),
      },
    });
    expect(answer.body.session.booked_at).toBe(start.toString());
    expect(await isFree(bookedSlots)).toBe(true);
    expect(await isFree(pick(to, 1))).toBe(false);
    expect((await bookingApi.ledger(client))[0]?.remaining).toBe(10);
    expect((await shown(musician.person, id)).start_date).toBe(from?.toString());
  });

  test('is recorded without a change of status, its sequence raised with every move', async ({
    app,
    bookingApi,
    shown,
    day,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    await bookingApi.move(client, id, pick(await day(9), 0));
    await bookingApi.move(client, id, pick(await day(10), 0));
    expect((await shown(client, id)).calendar_sequence).toBe(2);
    const events = await app.db
      .selectFrom('session_events')
      .select(['event', 'from_status', 'to_status', 'actor_id', 'at'])
      .where('session_id', '=', id)
      .where('event', '=', 'rescheduled')
      .execute();
    const status = 'client_files_upload_required';
    const event = { event: 'rescheduled', from_status: status, to_status: status, actor_id: client.id };
    expect(events).toMatchObject([event, event]);
  });

  test('may take slots that it has already; the others are free', async ({
    bookingApi,
    day,
    bookSession,
    isFree,
  }) => {
    const { client, id } = await bookSession({ slots: 2 });
    const slots = await day(7);
    const answer = await bookingApi.move(client, id, pick(slots, 1, 2));
    expect(idsOf(answer.body.session.slots)).toEqual(idsOf(pick(slots, 1, 2)));
    expect([await isFree(pick(slots, 0)), await isFree(pick(slots, 1))]).toEqual([true, false]);
  });

  test('to the times that it has is the session as it was', async ({ bookingApi, bookSession }) => {
    const { client, bookedSlots, session, id } = await bookSession({ slots: 2 });
    const answer = await bookingApi.move(client, id, bookedSlots.toReversed());
    expect(answer.status).toBe(200);
    expect(answer.body.session).toMatchObject({
      calendar_sequence: 0,
      last_update: session.last_update,
      slots: session.slots,
    });
  });

  test('with an Idempotency-Key moves once', async ({ clock, bookingApi, day, bookSession }) => {
    const { client, id } = await bookSession();
    const to = pick(await day(9), 0);
    const headers = { 'idempotency-key': `move ${id}` };
    const first = await bookingApi.move(client, id, to, { headers });
    clock.add({ hours: 24 * 30 });
    expect((await bookingApi.move(client, id, to, { headers })).body).toEqual(first.body);
  });

  test('to a near time has an hour for its files, counted from the move', async ({
    clock,
    start,
    studio,
    bookingApi,
    day,
  }) => {
    const quick = await studio.makeMusician({ recreditLimitHours: 0 });
    const client = await studio.makeClient();
    const { id } = await bookingApi.book(client, pick(await day(7, quick), 0));
    const near = pick(await day(1, quick), 0);
    clock.instant = (near[0]?.starts_at ?? start).subtract({ hours: 3 });
    const { session } = (await bookingApi.move(client, id, near)).body;
    expect(session.files_due_at).toBe(clock.instant.add({ minutes: 60 }).toString());
  });

  test('leaves the musician’s next free time right', async ({
    app,
    studio,
    bookingApi,
    day,
    bookSession,
  }) => {
    const other = await studio.makeMusician();
    const nextFree = async () => {
      const { next_free_at } = await app.db
        .selectFrom('musicians')
        .select('next_free_at')
        .where('person_id', '=', other.id)
        .executeTakeFirstOrThrow();
      return next_free_at?.toString();
    };
    const [first, second] = await day(1, other);
    const { client, id } = await bookSession({ of: other });
    expect(await nextFree()).toBe(first?.starts_at.toString());
    await bookingApi.move(client, id, pick(await day(1, other), 0));
    expect(await nextFree()).toBe(second?.starts_at.toString());
  });

  test('is open to a managed client', async ({ app, clock, start, studio, bookingApi, musician, day }) => {
    const managed = await app.people.make('managed');
    const starts = (await day(7))[0]?.starts_at ?? start;
    const { id } = await makeSession(studio, { client: managed, musician, starts });
    clock.add({ minutes: 61 });
    expect((await bookingApi.move(managed, id, pick(await day(9), 0))).status).toBe(200);
  });
});

describe('what it leaves behind', () => {
  test('returns only if hours still give it; a slot that it keeps stays', async ({
    studio,
    bookingApi,
    musician,
    day,
    bookSession,
  }) => {
    const { client, bookedSlots, id } = await bookSession({ slots: 2 });
    const third = (await day(7))[2]?.starts_at.toZonedDateTimeISO(musician.zone);
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      from: third?.toPlainTime().toString({ smallestUnit: 'minute' }) ?? '',
      unit_minutes: 30,
      category: 'instruments',
    }));
    await studio.inTx((tx, now) => setWeeklyHours(tx, { musicianId: musician.id, hours, now }));
    const left = await day(7);
    expect(left).toHaveLength(3);
    expect((await bookingApi.move(client, id, left.slice(1))).status).toBe(200);
    expect(idsOf(await day(7))).toEqual(idsOf(left.slice(1)));
    expect((await bookingApi.prebook(await studio.makeClient(), bookedSlots.slice(0, 1))).status).toBe(404);
  });
});
