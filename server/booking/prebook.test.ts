import { describe, expect } from 'vitest';
import { test } from '#test/rooms/free-days.ts';
import { pick } from '#test/rooms/moves.ts';

describe('a hold', () => {
  test('lasts 15 minutes, is prebooked, costs what the service costs and takes no credits', async ({
    studio,
    bookingApi,
    musician,
    freeDay,
  }) => {
    const client = await studio.makeClient();
    const slots = pick(await freeDay(), 0);
    const answer = await bookingApi.prebook(client, slots);
    expect(answer.status).toBe(201);
    expect(answer.body.session).toMatchObject({
      status: 'prebooked',
      start_date: slots[0]?.starts_at.toString(),
      duration: 30,
      credits: 1,
      booked_at: null,
      hold_expires_at: '2026-11-21T12:15:00Z',
      hold_extended: false,
      partner: { id: musician.id },
    });
    expect(answer.body.session.id).toBeGreaterThanOrEqual(100001);
    expect(answer.body.session.slots.map(({ id }) => id)).toEqual(slots.map(({ id }) => id));
    expect(await bookingApi.ledger(client)).toMatchObject([{ remaining: 12 }]);
  });

  test('may be made by someone without credits', async ({ studio, bookingApi, freeDay }) => {
    const client = await studio.makeClient({ credits: 0 });
    expect((await bookingApi.prebook(client, pick(await freeDay(), 0))).status).toBe(201);
  });

  test('of a multiple of the slots costs the multiple and ends with the last slot', async ({
    studio,
    bookingApi,
    freeDay,
  }) => {
    const client = await studio.makeClient();
    const slots = pick(await freeDay(), 0, 1, 2);
    const { session } = (await bookingApi.prebook(client, slots.toReversed())).body;
    expect(session).toMatchObject({
      credits: 3,
      duration: 90,
      start_date: slots[0]?.starts_at.toString(),
      end_date: slots[2]?.ends_at.toString(),
    });
  });

  test('takes the place of an earlier one, whose slot is free at once', async ({
    studio,
    bookingApi,
    freeDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freeDay();
    await bookingApi.hold(client, pick(slots, 0));
    await bookingApi.hold(client, pick(slots, 4));
    expect((await bookingApi.prebook(other, pick(slots, 0))).status).toBe(201);
  });

  test('may take a slot of the earlier one again', async ({ app, studio, bookingApi, freeDay }) => {
    const client = await studio.makeClient();
    const slots = await freeDay();
    const first = await bookingApi.hold(client, pick(slots, 0, 1));
    const second = await bookingApi.hold(client, pick(slots, 1, 2));
    expect(second.id).not.toBe(first.id);
    const holds = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('client_id', '=', client.id)
      .execute();
    expect(holds).toEqual([{ id: second.id }]);
  });

  test('stays when the next prebook fails', async ({ studio, bookingApi, freeDay }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freeDay();
    await bookingApi.hold(other, pick(slots, 3));
    const mine = await bookingApi.hold(client, pick(slots, 0));
    expect((await bookingApi.prebook(client, pick(slots, 2, 3))).status).toBe(409);
    expect((await bookingApi.extend(client, mine.id)).status).toBe(200);
    expect((await bookingApi.prebook(other, pick(slots, 0))).status).toBe(409);
  });

  test('keeps its earlier slots when another musician refuses', async ({ studio, bookingApi, freeDay }) => {
    const second = await studio.makeMusician();
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const [here, there] = [await freeDay(), await freeDay(second)];
    await bookingApi.hold(client, pick(here, 0));
    const [hidden] = pick(there, 0);
    const answer = await bookingApi.prebook(client, pick(there, 0), { service: 'singer' });
    expect(hidden).toBeDefined();
    expect(answer.status).toBe(422);
    expect((await bookingApi.prebook(other, pick(here, 0))).status).toBe(409);
  });

  test('is free at the instant it expires, whatever a job has done', async ({
    app,
    studio,
    bookingApi,
    freeDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = pick(await freeDay(), 0);
    const began = app.clock.instant;
    await bookingApi.hold(client, slots);
    app.clock.instant = began.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    expect((await bookingApi.prebook(other, slots)).status).toBe(409);
    app.clock.instant = began.add({ minutes: 15 });
    expect((await bookingApi.prebook(other, slots)).status).toBe(201);
    app.clock.instant = began;
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403', async ({ app, bookingApi, musician, freeDay }) => {
    const slots = pick(await freeDay(), 0);
    expect((await bookingApi.prebook(null, slots)).status).toBe(401);
    expect((await bookingApi.prebook(musician.person, slots)).problem.code).toBe('wrong_role');
    expect((await bookingApi.prebook(await app.people.make('managed'), slots)).status).toBe(403);
  });

  test('malformed input is 400', async ({ studio, bookingApi }) => {
    const client = await studio.makeClient();
    expect((await bookingApi.prebook(client, [])).status).toBe(400);
    expect((await bookingApi.prebook(client, [{ id: 'no-uuid' }])).status).toBe(400);
  });

  test('an unknown slot, a hidden one and one of a hidden musician are 404', async ({
    app,
    studio,
    bookingApi,
    freeDay,
  }) => {
    const client = await studio.makeClient();
    const unknown = await bookingApi.prebook(client, [{ id: '0190f6c0-0000-7000-8000-000000000000' }]);
    expect(unknown.problem).toMatchObject({ status: 404, detail: 'We could not find this time.' });
    const slots = pick(await freeDay(), 0);
    await app.db
      .updateTable('slots')
      .set({ hidden: true })
      .where('id', '=', slots[0]?.id ?? '')
      .execute();
    expect((await bookingApi.prebook(client, slots)).status).toBe(404);
    const gone = await studio.makeMusician({ visible: false });
    expect((await bookingApi.prebook(client, (await studio.slotsOf(gone)).slice(0, 1))).status).toBe(404);
  });

  test("somebody else's slot is 409 with words for the person", async ({ studio, bookingApi, freeDay }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = pick(await freeDay(), 0);
    await bookingApi.hold(other, slots);
    expect((await bookingApi.prebook(client, slots)).problem).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Someone was faster: this time has just been taken. Please choose another.',
    });
  });

  test('a slot that overlaps a live claim is taken, one that only touches it is free', async ({
    app,
    studio,
    bookingApi,
    musician,
    freeDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freeDay();
    const [, second] = slots;
    const overlapping = '0190f6c0-0000-7000-8000-0000000000aa';
    const starts_at = second?.starts_at.add({ minutes: 15 }) ?? app.clock.instant;
    await app.db
      .insertInto('slots')
      .values({
        id: overlapping,
        musician_id: musician.id,
        starts_at,
        ends_at: starts_at.add({ minutes: 30 }),
        category: 'instruments',
        slot_type: 'flexible',
      })
      .execute();
    await bookingApi.hold(other, pick(slots, 1));
    expect((await bookingApi.prebook(client, [{ id: overlapping }])).status).toBe(409);
    expect((await bookingApi.prebook(client, pick(slots, 2))).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('answers a repeat with the first answer, one hold in all', async ({ studio, bookingApi, freeDay }) => {
    const client = await studio.makeClient();
    const slots = pick(await freeDay(), 0);
    const headers = { 'idempotency-key': 'hold-1' };
    const first = await bookingApi.prebook(client, slots, { headers });
    const again = await bookingApi.prebook(client, slots, { headers });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  test('with another body is 422', async ({ studio, bookingApi, freeDay }) => {
    const client = await studio.makeClient();
    const slots = await freeDay();
    const headers = { 'idempotency-key': 'hold-2' };
    await bookingApi.prebook(client, pick(slots, 0), { headers });
    const other = await bookingApi.prebook(client, pick(slots, 1), { headers });
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });
});
