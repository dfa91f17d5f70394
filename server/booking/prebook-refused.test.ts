import { describe, expect } from 'vitest';
import { test } from '#test/rooms/free-days.ts';
import { pick } from '#test/rooms/moves.ts';

describe('the price is quoted by cohort and fixed', () => {
  test.for([
    [{ status: 'subscriber' }, 'credits'],
    [{ status: 'subscriber', exclusive: true, prePivot: true }, 'exclusive_prices_value'],
    [{ status: 'subscriber', prePivot: true }, 'alternative_value'],
    [{ status: 'subscriber', prePivot: true, annual: true }, 'alternative_value_annual'],
    [{ status: 'ondemand', exclusive: true, prePivot: true }, 'credits'],
  ] as const)('%j pays %s', async ([who, column], { app, studio, bookingApi }) => {
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
    const { session } = (await bookingApi.prebook(client, soon, { service: value })).body;
    expect(session.credits).toBe(2 * prices[column]);
    await app.db.updateTable('services').set({ credits: 9 }).where('value', '=', value).execute();
    const confirmed = await bookingApi.confirm(client, session.id);
    expect(confirmed.body.session.credits).toBe(2 * prices[column]);
  });
});

describe('a choice that does not fit is 422 and says why', () => {
  test.for([
    [[0, 2, 3], undefined], // starts 60 minutes apart: still within 80
    [[0, 3], 'Please choose times that follow each other.'],
    [[0, 1, 2, 3, 4, 5, 6], 'A session is at most 180 minutes long.'],
    [[0, 0], 'The same time was chosen twice.'],
  ] as const)('slots %j: %s', async ([at, detail], { studio, bookingApi, freeDay }) => {
    const client = await studio.makeClient();
    const answer = await bookingApi.prebook(client, pick(await freeDay(), ...at));
    expect(answer.status).toBe(detail === undefined ? 201 : 422);
    expect(answer.problem.detail).toBe(detail);
    expect(answer.problem.code).toBe(detail === undefined ? undefined : 'bad_selection');
  });

  test('a service takes its number of slots, or a multiple', async ({ studio, bookingApi }) => {
    const mixer = await studio.makeMusician({ services: ['mixing'] });
    const slots = await studio.slotsOf(mixer);
    const client = await studio.makeClient();
    const five = await bookingApi.prebook(client, slots.slice(0, 5), { service: 'mixing' });
    expect(five.problem).toMatchObject({
      status: 422,
      detail: 'This service takes 6 times in a row, or a multiple of that.',
    });
    const six = await bookingApi.prebook(client, slots.slice(0, 6), { service: 'mixing' });
    expect(six.body.session).toMatchObject({ duration: 180, credits: 3 });
  });

  test('a slot of another category or length, a service that is not offered', async ({
    studio,
    bookingApi,
    freeDay,
  }) => {
    const client = await studio.makeClient();
    const singer = await studio.makeMusician({ services: ['recording', 'singer'] });
    const [vocals] = await studio.slotsOf(singer, 'vocals');
    const own = await bookingApi.prebook(client, vocals ? [vocals] : [], { service: 'recording' });
    expect(own.problem).toMatchObject({ status: 422, detail: 'This time is for another kind of session.' });
    const foreign = await bookingApi.prebook(client, pick(await freeDay(), 0), { service: 'singer' });
    expect(foreign.problem).toMatchObject({ status: 422, code: 'bad_selection' });
  });

  test('slots of two musicians, a primary slot that was not chosen', async ({
    studio,
    bookingApi,
    freeDay,
  }) => {
    const client = await studio.makeClient();
    const second = await studio.makeMusician();
    const slots = await freeDay();
    const [mine, other] = [slots[0], (await studio.slotsOf(second))[0]];
    const both = await bookingApi.prebook(
      client,
      [mine, other].filter((slot) => slot !== undefined),
    );
    expect(both.problem.detail).toBe('All times of a session are with the same musician.');
    const primary = await bookingApi.prebook(client, pick(slots, 0), { primary: slots[1]?.id ?? '' });
    expect(primary.problem.detail).toBe('The first time has to be one of those chosen.');
  });

  test('a time that has begun, and one beyond two months in the own zone', async ({
    app,
    studio,
    bookingApi,
    musician,
    freeDay,
  }) => {
    const client = await studio.makeClient({ zone: 'Pacific/Kiritimati' });
    const slots = await studio.slotsOf(musician);
    // At UTC+14 it is 22 November already, so two months on is 22 January.
    const on = (date: string) => slots.filter((slot) => slot.starts_at.toString().startsWith(date));
    expect((await bookingApi.prebook(client, pick(on('2027-01-22'), 0))).status).toBe(201);
    const late = await bookingApi.prebook(client, pick(on('2027-01-22'), 4));
    expect(late.problem).toMatchObject({
      status: 422,
      detail: "You can't book sessions more than 2 months in advance.",
    });
    const [first] = await freeDay();
    const began = app.clock.instant;
    app.clock.instant = first?.starts_at ?? began;
    const past = await bookingApi.prebook(client, first ? [first] : []);
    app.clock.instant = began;
    expect(past.problem).toMatchObject({ status: 422, detail: 'This time has passed.' });
  });
});

describe('members first', () => {
  test.for(['ondemand', 'cancelled'] as const)(
    '%s waits until 10 days before the start, to the instant',
    async (status, { app, studio, bookingApi, musician }) => {
      const client = await studio.makeClient({ status });
      const slot = (await studio.slotsOf(musician)).findLast(
        ({ starts_at }) => starts_at.toString() < '2026-12-20',
      );
      const opens = slot?.starts_at.subtract({ hours: 240 }) ?? app.clock.instant;
      const began = app.clock.instant;
      app.clock.instant = opens.subtract({ milliseconds: 1 });
      const early = await bookingApi.prebook(client, slot ? [slot] : []);
      expect(early.problem).toMatchObject({
        status: 403,
        code: 'restricted',
        detail: 'Members can book this time first.',
      });
      app.clock.instant = opens;
      const hold = await bookingApi.hold(client, slot ? [slot] : []);
      await bookingApi.release(client, hold.id);
      app.clock.instant = began;
    },
  );
});
