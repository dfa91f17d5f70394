import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../test/app.ts';
import { bookingDesk, type Desk } from '../test/booking.ts';
import { makeStudio, type Studio, type TestMusician, type TestSlot } from '../test/studio.ts';

let app: TestApp;
let studio: Studio;
let desk: Desk;
let musician: TestMusician;

beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
  desk = bookingDesk(app, studio);
  musician = await studio.makeMusician();
});
afterAll(() => app.close());

let day = 0;
/** Eight free slots of 30 minutes in a row, on a day of the test's own. */
async function freshDay(of = musician): Promise<TestSlot[]> {
  day += 1;
  const date = Temporal.PlainDate.from('2026-11-21').add({ days: day }).toString();
  return (await studio.slotsOf(of)).filter((slot) => slot.starts_at.toString().startsWith(date));
}

const pick = (slots: readonly TestSlot[], ...at: number[]): TestSlot[] =>
  at.map((n) => slots[n]).filter((slot) => slot !== undefined);

describe('a hold', () => {
  test('lasts 15 minutes, is prebooked, costs what the service costs and takes no credits', async () => {
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

  test('may be made by someone without credits', async () => {
    const client = await studio.makeClient({ credits: 0 });
    expect((await desk.prebook(client, pick(await freshDay(), 0))).status).toBe(201);
  });

  test('of a multiple of the slots costs the multiple and ends with the last slot', async () => {
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

  test('takes the place of an earlier one, whose slot is free at once', async () => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freshDay();
    await desk.hold(client, pick(slots, 0));
    await desk.hold(client, pick(slots, 4));
    expect((await desk.prebook(other, pick(slots, 0))).status).toBe(201);
  });

  test('may take a slot of the earlier one again', async () => {
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

  test('stays when the next prebook fails', async () => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = await freshDay();
    await desk.hold(other, pick(slots, 3));
    const mine = await desk.hold(client, pick(slots, 0));
    expect((await desk.prebook(client, pick(slots, 2, 3))).status).toBe(409);
    expect((await desk.extend(client, mine.id)).status).toBe(200);
    expect((await desk.prebook(other, pick(slots, 0))).status).toBe(409);
  });

  test('keeps its earlier slots when another musician refuses', async () => {
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

  test('is free at the instant it expires, whatever a job has done', async () => {
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

describe('the price is quoted by cohort and fixed', () => {
  test.each([
    [{ status: 'subscriber' }, 'credits'],
    [{ status: 'subscriber', exclusive: true, prePivot: true }, 'exclusive_prices_value'],
    [{ status: 'subscriber', prePivot: true }, 'alternative_value'],
    [{ status: 'subscriber', prePivot: true, annual: true }, 'alternative_value_annual'],
    [{ status: 'ondemand', exclusive: true, prePivot: true }, 'credits'],
  ] as const)('%j pays %s', async (who, column) => {
    const prices = {
      credits: 4,
      alternative_value: 3,
      alternative_value_annual: 2,
      exclusive_prices_value: 1,
    };
    const value = 'mix-advice';
    await app.db.updateTable('services').set(prices).where('value', '=', value).execute();
    const adviser = await studio.makeMusician({ services: [value] });
    const soon = pick(await studio.slotsOf(adviser), 0, 1);
    const client = await studio.makeClient(who);
    const { session } = (await desk.prebook(client, soon, { service: value })).body;
    expect(session.credits).toBe(2 * prices[column]);
    await app.db.updateTable('services').set({ credits: 9 }).where('value', '=', value).execute();
    const confirmed = await desk.confirm(client, session.id);
    expect(confirmed.body.session.credits).toBe(2 * prices[column]);
  });
});

describe('a choice that does not fit is 422 and says why', () => {
  test.each([
    [[0, 2, 3], undefined], // starts 60 minutes apart: still within 80
    [[0, 3], 'The times have to follow each other.'],
    [[0, 1, 2, 3, 4, 5, 6], 'A session is at most 180 minutes long.'],
    [[0, 0], 'The same time was chosen twice.'],
  ] as const)('slots %j: %s', async (at, detail) => {
    const client = await studio.makeClient();
    const answer = await desk.prebook(client, pick(await freshDay(), ...at));
    expect(answer.status).toBe(detail === undefined ? 201 : 422);
    expect(answer.problem.detail).toBe(detail);
    expect(answer.problem.code).toBe(detail === undefined ? undefined : 'bad_selection');
  });

  test('a service takes its number of slots, or a multiple', async () => {
    const mixer = await studio.makeMusician({ services: ['mixing'] });
    const slots = await studio.slotsOf(mixer);
    const client = await studio.makeClient();
    const five = await desk.prebook(client, slots.slice(0, 5), { service: 'mixing' });
    expect(five.problem).toMatchObject({
      status: 422,
      detail: 'This service takes 6 slots in a row, or a multiple of that.',
    });
    const six = await desk.prebook(client, slots.slice(0, 6), { service: 'mixing' });
    expect(six.body.session).toMatchObject({ duration: 180, credits: 3 });
  });

  test('a slot of another category or length, a service that is not offered', async () => {
    const client = await studio.makeClient();
    const singer = await studio.makeMusician({ services: ['recording', 'singer'] });
    const [vocals] = await studio.slotsOf(singer, 'vocals');
    const own = await desk.prebook(client, vocals ? [vocals] : [], { service: 'recording' });
    expect(own.problem).toMatchObject({ status: 422, detail: 'This time is for another kind of session.' });
    const foreign = await desk.prebook(client, pick(await freshDay(), 0), { service: 'singer' });
    expect(foreign.problem).toMatchObject({ status: 422, code: 'bad_selection' });
  });

  test('slots of two musicians, a primary slot that was not chosen', async () => {
    const client = await studio.makeClient();
    const second = await studio.makeMusician();
    const slots = await freshDay();
    const [mine, other] = [slots[0], (await studio.slotsOf(second))[0]];
    const both = await desk.prebook(
      client,
      [mine, other].filter((slot) => slot !== undefined),
    );
    expect(both.problem.detail).toBe('All times of a session are with the same musician.');
    const primary = await desk.prebook(client, pick(slots, 0), { primary: slots[1]?.id ?? '' });
    expect(primary.problem.detail).toBe('The first time has to be one of those chosen.');
  });

  test('a time that has begun, and one beyond two months in the own zone', async () => {
    const client = await studio.makeClient({ zone: 'Pacific/Kiritimati' });
    const slots = await studio.slotsOf(musician);
    // Two months on is 22 January for who is 14 hours ahead, where 21 November's noon is the 22nd already.
    const on = (date: string) => slots.filter((slot) => slot.starts_at.toString().startsWith(date));
    expect((await desk.prebook(client, pick(on('2027-01-22'), 0))).status).toBe(201);
    const late = await desk.prebook(client, pick(on('2027-01-22'), 4));
    expect(late.problem).toMatchObject({
      status: 422,
      detail: "You can't book sessions more than 2 months in advance.",
    });
    const [first] = await freshDay();
    const began = app.clock.instant;
    app.clock.instant = first?.starts_at ?? began;
    const past = await desk.prebook(client, first ? [first] : []);
    app.clock.instant = began;
    expect(past.problem).toMatchObject({ status: 422, detail: 'This time has passed.' });
  });
});

describe('members first', () => {
  test.each(['ondemand', 'cancelled'] as const)(
    '%s waits until 10 days before the start, to the instant',
    async (status) => {
      const client = await studio.makeClient({ status });
      const slot = (await studio.slotsOf(musician)).findLast(
        ({ starts_at }) => starts_at.toString() < '2026-12-20',
      );
      const opens = slot?.starts_at.subtract({ hours: 240 }) ?? app.clock.instant;
      const began = app.clock.instant;
      app.clock.instant = opens.subtract({ milliseconds: 1 });
      const early = await desk.prebook(client, slot ? [slot] : []);
      expect(early.problem).toMatchObject({
        status: 403,
        code: 'restricted',
        detail: 'Members can book this time first.',
      });
      app.clock.instant = opens;
      const hold = await desk.hold(client, slot ? [slot] : []);
      await desk.release(client, hold.id);
      app.clock.instant = began;
    },
  );
});

describe('who and what is refused', () => {
  test('not signed in 401, a musician 403', async () => {
    const slots = pick(await freshDay(), 0);
    expect((await desk.prebook(null, slots)).status).toBe(401);
    expect((await desk.prebook(musician.person, slots)).problem.code).toBe('wrong_role');
    expect((await desk.prebook(await app.people.make('managed'), slots)).status).toBe(403);
  });

  test('malformed input is 400', async () => {
    const client = await studio.makeClient();
    expect((await desk.prebook(client, [])).status).toBe(400);
    expect((await desk.prebook(client, [{ id: 'no-uuid' }])).status).toBe(400);
  });

  test('an unknown slot, a hidden one and one of a hidden musician are 404', async () => {
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

  test("somebody else's slot is 409 with words for the person", async () => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const slots = pick(await freshDay(), 0);
    await desk.hold(other, slots);
    expect((await desk.prebook(client, slots)).problem).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Someone was faster: this time has just been taken. Please choose another.',
    });
  });

  test('a slot that overlaps a live claim is taken, one that only touches it is free', async () => {
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
  test('answers a repeat with the first answer, one hold in all', async () => {
    const client = await studio.makeClient();
    const slots = pick(await freshDay(), 0);
    const headers = { 'idempotency-key': 'hold-1' };
    const first = await desk.prebook(client, slots, { headers });
    const again = await desk.prebook(client, slots, { headers });
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
  });

  test('with another body is 422', async () => {
    const client = await studio.makeClient();
    const slots = await freshDay();
    const headers = { 'idempotency-key': 'hold-2' };
    await desk.prebook(client, pick(slots, 0), { headers });
    const other = await desk.prebook(client, pick(slots, 1), { headers });
    expect(other.problem).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });
});
