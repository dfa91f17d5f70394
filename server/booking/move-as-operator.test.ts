import { auditOf } from '#test/rooms/audit.ts';
import { describe, expect } from 'vitest';
import { pick, test as base } from '#test/rooms/moves.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import type { TestSlot } from '#test/api/studio.ts';
import { moveAsOperator } from './service.ts';

const test = base
  .extend(
    'operatorId',
    { scope: 'file', auto: true },
    async ({ app }) => (await app.people.make('operator')).id,
  )
  .extend(
    'moveTo',
    { scope: 'file' },
    ({ app, operatorId }) =>
      (sessionId: number, [slot]: readonly TestSlot[]) => {
        if (slot === undefined) throw new Error('no slot');
        return moveAsOperator(app.ctx(), { sessionId, operatorId, startsAt: slot.starts_at });
      },
  );

describe('the operator moves a session', () => {
  test('to slots of the same length, recorded by name; what it leaves is free, the credits stay', async ({
    app,
    studio,
    bookingApi,
    operatorId,
    moveTo,
    day,
    shown,
    bookSession,
  }) => {
    const { client, bookedSlots, session, id } = await bookSession({ slots: 2 });
    const to = pick(await day(9), 3, 4);
    const [from, until] = [to[0]?.starts_at, to[1]?.ends_at];
    expect(await moveTo(id, to)).toEqual({ ok: true, value: { starts_at: from, ends_at: until } });
    expect(await shown(client, id)).toMatchObject({
      start_date: from?.toString(),
      end_date: until?.toString(),
      status: session.status,
      booked_at: session.booked_at,
      files_due_at: from?.subtract({ hours: 24 }).toString(),
      calendar_sequence: 1,
      slots: to.map(({ id: slotId }) => ({ id: slotId })),
    });
    const recorded = await app.db
      .selectFrom('session_events')
      .select(['actor_id', 'from_status', 'to_status'])
      .where('session_id', '=', id)
      .where('event', '=', 'rescheduled')
      .execute();
    expect(recorded).toEqual([
      { actor_id: operatorId, from_status: session.status, to_status: session.status },
    ]);
    expect(await auditOf(app.db, 'session', id)).toMatchObject([
      {
        what: 'session.moved',
        person_id: client.id,
        before: { starts_at: session.start_date },
        after: { starts_at: from?.toString(), ends_at: until?.toString() },
      },
    ]);
    expect((await bookingApi.prebook(await studio.makeClient(), bookedSlots)).status).toBe(201);
    expect((await bookingApi.prebook(await studio.makeClient(), to)).status).toBe(409);
    expect((await bookingApi.ledger(client))[0]?.remaining).toBe(10);
    expect(await moveTo(id, to), 'again to the same').toMatchObject({ ok: true });
    expect((await shown(client, id)).calendar_sequence).toBe(1);
  });

  test('also when it has begun, and whether or not its client could: not when it is over', async ({
    app,
    clock,
    bookingApi,
    moveTo,
    day,
    shown,
    bookSession,
  }) => {
    const { client, bookedSlots, id } = await bookSession();
    const to = pick(await day(9), 0);
    const later = pick(await day(10), 0);
    clock.instant = bookedSlots[0]?.starts_at ?? clock.instant;
    expect((await bookingApi.move(client, id, to)).status, 'its client does not any more').toBe(409);
    expect(await moveTo(id, to)).toMatchObject({ ok: true });
    expect((await shown(client, id)).start_date).toBe(to[0]?.starts_at.toString());
    clock.instant = to[0]?.ends_at ?? clock.instant;
    expect(await moveTo(id, later)).toMatchObject({ reason: 'not_now', detail: 'This session is over.' });
    const claims = await app.db
      .selectFrom('slot_claims')
      .select(['slot_id', 'held_until'])
      .where('session_id', '=', id)
      .execute();
    expect(claims).toEqual([{ slot_id: to[0]?.id, held_until: null }]);
  });

  test('also to a time that members may book first', async ({ bookingApi, moveTo, day, bookSession }) => {
    const { client, id } = await bookSession({ who: { status: 'ondemand' } });
    const to = pick(await day(20), 0);
    expect((await bookingApi.move(client, id, to)).problem.code).toBe('restricted');
    expect(await moveTo(id, to)).toMatchObject({ ok: true });
  });
});

describe('it stays as it is', () => {
  test('where somebody has one of the slots, where too few follow, where none begins, in the past', async ({
    clock,
    start,
    studio,
    bookingApi,
    moveTo,
    day,
    shown,
    bookSession,
  }) => {
    const { client, id } = await bookSession({ slots: 2 });
    const before = await shown(client, id);
    const slots = await day(9);
    await bookingApi.hold(await studio.makeClient(), pick(slots, 1));
    expect(await moveTo(id, pick(slots, 0))).toMatchObject({ ok: false, reason: 'slot_taken' });
    expect(await moveTo(id, pick(slots, 7))).toMatchObject({
      reason: 'bad_selection',
      detail: 'Please choose times that follow each other.',
    });
    const [between] = pick(slots, 3);
    if (between === undefined) throw new Error('no slot');
    const none = { ...between, starts_at: between.starts_at.add({ minutes: 10 }) };
    expect(await moveTo(id, [none])).toMatchObject({
      reason: 'not_found',
      detail: 'We could not find this time.',
    });
    const past = pick(await day(1), 0);
    clock.instant = start.add({ hours: 24 * 3 });
    expect(await moveTo(id, past)).toMatchObject({
      reason: 'bad_selection',
      detail: 'This time has passed.',
    });
    expect(await shown(client, id)).toEqual({ ...before, cancellation: expect.anything() });
  });

  test('where the slots of its service make another length than was paid', async ({
    app,
    moveTo,
    day,
    shown,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    await app.db.updateTable('sessions').set({ duration: 20 }).where('id', '=', id).execute();
    expect(await moveTo(id, pick(await day(9), 0))).toMatchObject({
      reason: 'bad_selection',
      detail: 'This session lasts 20 minutes. Please choose times that make the same length.',
    });
    expect((await shown(client, id)).calendar_sequence).toBe(0);
  });

  test('when it is cancelled or delivered; a hold and an unknown number are no sessions', async ({
    clock,
    studio,
    bookingApi,
    musician,
    moveTo,
    day,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    const to = pick(await day(9), 0);
    await bookingApi.cancel(client, id);
    expect(await moveTo(id, to)).toMatchObject({ reason: 'not_now', detail: 'This session was cancelled.' });
    const delivered = await makeSession(studio, {
      client,
      musician,
      status: 'partner_deliverables_ready',
      starts: clock.instant.subtract({ hours: 48 }),
    });
    expect(await moveTo(delivered.id, to)).toMatchObject({ reason: 'not_now' });
    const hold = await bookingApi.hold(client, pick(await day(8), 0));
    expect(await moveTo(hold.id, to)).toMatchObject({ ok: false, reason: 'unknown_session' });
    expect(await moveTo(999_999_999, to)).toMatchObject({ ok: false, reason: 'unknown_session' });
  });
});
