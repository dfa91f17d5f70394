import { describe, expect } from 'vitest';
import { test as base } from '#test/rooms/booking.ts';
import { type TestSlot } from '#test/api/studio.ts';

const pick = (slots: readonly TestSlot[], ...at: number[]): TestSlot[] =>
  at.map((n) => slots[n]).filter((slot) => slot !== undefined);

const test = base
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician())
  /** Eight free slots of 30 minutes in a row, on a day of the test's own. */
  .extend('freshDay', { scope: 'file' }, ({ studio, musician }) => {
    let day = 0;
    return async (of = musician): Promise<TestSlot[]> => {
      day += 1;
      const date = Temporal.PlainDate.from('2026-11-21').add({ days: day }).toString();
      return (await studio.slotsOf(of)).filter((slot) => slot.starts_at.toString().startsWith(date));
    };
  });

describe('a hold', () => {
  test('lasts 15 minutes, is prebooked, costs what the service costs and takes no credits', async ({
    studio,
    desk,
    musician,
    freshDay,
  }) => {
    const client = await studio.makeClient();
    const slots = pick(await freshDay(), 0);
    const answer = await desk.prebook(client, slots);
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
    expect(await desk.ledger(client)).toMatchObject([{ remaining: 12 }]);
  });

  test('may be made by someone without credits', async ({ studio, desk, freshDay }) => {
    const client = await studio.makeClient({ credits: 0 });
    expect((await desk.prebook(client, pick(await freshDay(), 0))).status).toBe(201);
  });

  test('of a multiple of the slots costs the multiple and ends with the last slot', async ({
    studio,
    desk,
    freshDay,
  }) => {
    const client = await studio.makeClient();
    const slots = pick(await freshDay(), 0, 1, 2);
    const { session } = (await desk.prebook(client, slots.toReversed())).body;
    expect(session).toMatchObject({
      credits: 3,
      duration: 90,
      start_date: slots[0]?.starts_at.toString(),
      end_date: slots[2]?.ends_at.toString(),
    });
  });

  test('takes the place of an earlier one, whose slot is free at once', async ({
    studio,
    desk,
    freshDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freshDay();
    await desk.hold(client, pick(slots, 0));
    await desk.hold(client, pick(slots, 4));
    expect((await desk.prebook(other, pick(slots, 0))).status).toBe(201);
  });

  test('may take a slot of the earlier one again', async ({ app, studio, desk, freshDay }) => {
    const client = await studio.makeClient();
    const slots = await freshDay();
    const first = await desk.hold(client, pick(slots, 0, 1));
    const second = await desk.hold(client, pick(slots, 1, 2));
    expect(second.id).not.toBe(first.id);
    const holds = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('client_id', '=', client.id)
      .execute();
    expect(holds).toEqual([{ id: second.id }]);
  });

  test('stays when the next prebook fails', async ({ studio, desk, freshDay }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freshDay();
    await desk.hold(other, pick(slots, 3));
    const mine = await desk.hold(client, pick(slots, 0));
    expect((await desk.prebook(client, pick(slots, 2, 3))).status).toBe(409);
    expect((await desk.extend(client, mine.id)).status).toBe(200);
    expect((await desk.prebook(other, pick(slots, 0))).status).toBe(409);
  });

  test('keeps its earlier slots when another musician refuses', async ({ studio, desk, freshDay }) => {
    const second = await studio.makeMusician();
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const [here, there] = [await freshDay(), await freshDay(second)];
    await desk.hold(client, pick(here, 0));
    const [hidden] = pick(there, 0);
    const answer = await desk.prebook(client, pick(there, 0), { service: 'singer' });
    expect(hidden).toBeDefined();
    expect(answer.status).toBe(422);
    expect((await desk.prebook(other, pick(here, 0))).status).toBe(409);
  });

  test('is free at the instant it expires, whatever a job has done', async ({
    app,
    studio,
    desk,
    freshDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = pick(await freshDay(), 0);
    const began = app.clock.instant;
    await desk.hold(client, slots);
    app.clock.instant = began.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    expect((await desk.prebook(other, slots)).status).toBe(409);
    app.clock.instant = began.add({ minutes: 15 });
    expect((await desk.prebook(other, slots)).status).toBe(201);
    app.clock.instant = began;
  });
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403', async ({ app, desk, musician, freshDay }) => {
    const slots = pick(await freshDay(), 0);
    expect((await desk.prebook(null, slots)).status).toBe(401);
    expect((await desk.prebook(musician.person, slots)).problem.code).toBe('wrong_role');
    expect((await desk.prebook(await app.people.make('managed'), slots)).status).toBe(403);
  });

  test('malformed input is 400', async ({ studio, desk }) => {
    const client = await studio.makeClient();
    expect((await desk.prebook(client, [])).status).toBe(400);
    expect((await desk.prebook(client, [{ id: 'no-uuid' }])).status).toBe(400);
  });

  test('an unknown slot, a hidden one and one of a hidden musician are 404', async ({
    app,
    studio,
    desk,
    freshDay,
  }) => {
    const client = await studio.makeClient();
    const unknown = await desk.prebook(client, [{ id: '0190f6c0-0000-7000-8000-000000000000' }]);
    expect(unknown.problem).toMatchObject({ status: 404, detail: 'We could not find this time.' });
    const slots = pick(await freshDay(), 0);
    await app.db
      .updateTable('slots')
      .set({ hidden: true })
      .where('id', '=', slots[0]?.id ?? '')
      .execute();
    expect((await desk.prebook(client, slots)).status).toBe(404);
    const gone = await studio.makeMusician({ visible: false });
    expect((await desk.prebook(client, (await studio.slotsOf(gone)).slice(0, 1))).status).toBe(404);
  });

  test("somebody else's slot is 409 with words for the person", async ({ studio, desk, freshDay }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = pick(await freshDay(), 0);
    await desk.hold(other, slots);
    expect((await desk.prebook(client, slots)).problem).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Someone was faster: this time has just been taken. Please choose another.',
    });
  });

  test('a slot that overlaps a live claim is taken, one that only touches it is free', async ({
    app,
    studio,
    desk,
    musician,
    freshDay,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freshDay();
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
    await desk.hold(other, pick(slots, 1));
    expect((await desk.prebook(client, [{ id: overlapping }])).status).toBe(409);
    expect((await desk.prebook(client, pick(slots, 2))).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('answers a repeat with the first answer, one hold in all', async ({ studio, desk, freshDay }) => {
    const client = await studio.makeClient();
    const slots = pick(await freshDay(), 0);
    const headers = { 'idempotency-key': 'hold-1' };
    const first = await desk.prebook(client, slots, { headers });
    const again = await desk.prebook(client, slots, { headers });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  test('with another body is 422', async ({ studio, desk, freshDay }) => {
    const client = await studio.makeClient();
    const slots = await freshDay();
    const headers = { 'idempotency-key': 'hold-2' };
    await desk.prebook(client, pick(slots, 0), { headers });
    const other = await desk.prebook(client, pick(slots, 1), { headers });
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });
});
