import { takeOff } from '#test/rooms/schedule.ts';
import { describe, expect } from 'vitest';
import { test as base } from '#test/rooms/booking.ts';
import { type TestSlot } from '#test/api/studio.ts';
import { setWeeklyHours } from './materialize.ts';

const test = base
  .extend('musician', ({ studio }) => studio.makeMusician())
  .extend('slots', ({ studio, musician }) => studio.slotsOf(musician))
  .extend('first', ({ slots }) => (n = 0): TestSlot => {
    const slot = slots[n];
    if (slot === undefined) throw new Error('out of slots');
    return slot;
  })
  .extend('stored', ({ app, musician }) => async () => {
    const row = await app.db
      .selectFrom('musicians')
      .select(['next_free_at', 'next_free_stale_at'])
      .where('person_id', '=', musician.id)
      .executeTakeFirstOrThrow();
    return [row.next_free_at?.toString(), row.next_free_stale_at?.toString()];
  })
  .extend(
    'slotRow',
    { scope: 'file' },
    ({ app }) =>
      (id: string) =>
        app.db.selectFrom('slots').select('hidden').where('id', '=', id).executeTakeFirst(),
  );

describe('the stored next free time is right after every step', () => {
  test('hold, extension, booking, cancelling, release', async ({ studio, bookingApi, first, stored }) => {
    const client = await studio.makeClient();
    const [one, two] = [first().starts_at.toString(), first(1).starts_at.toString()];
    expect(await stored()).toEqual([one, one]);
    const hold = await bookingApi.hold(client, [first()]);
    expect(await stored()).toEqual([two, '2026-11-21T12:15:00Z']);
    await bookingApi.extend(client, hold.id);
    expect(await stored()).toEqual([two, '2026-11-21T12:25:00Z']);
    await bookingApi.confirm(client, hold.id);
    expect(await stored()).toEqual([two, two]);
    await bookingApi.cancel(client, hold.id);
    expect(await stored()).toEqual([one, one]);
    const again = await bookingApi.hold(client, [first()]);
    await bookingApi.release(client, again.id);
    expect(await stored()).toEqual([one, one]);
  });

  test('of the musician whose hold is replaced by one with another musician', async ({
    studio,
    bookingApi,
    first,
    stored,
  }) => {
    const client = await studio.makeClient();
    await bookingApi.hold(client, [first()]);
    const other = await studio.makeMusician();
    await bookingApi.hold(client, (await studio.slotsOf(other)).slice(0, 1));
    expect(await stored()).toEqual([first().starts_at.toString(), first().starts_at.toString()]);
  });

  test('goes stale when a hold runs out that blocks an earlier slot only by overlapping it', async ({
    app,
    studio,
    bookingApi,
    musician,
    first,
    stored,
  }) => {
    const starts_at = first().starts_at.subtract({ minutes: 10 });
    const id = crypto.randomUUID();
    const early = { id, musician_id: musician.id, starts_at, ends_at: starts_at.add({ minutes: 20 }) };
    await app.db
      .insertInto('slots')
      .values({ ...early, category: 'instruments', slot_type: 'flexible' })
      .execute();
    await bookingApi.hold(await studio.makeClient(), [first()]);
    expect(await stored()).toEqual([first(1).starts_at.toString(), '2026-11-21T12:15:00Z']);
  });
});

describe('a slot that becomes free', () => {
  test('returns while the hours still give it', async ({ studio, bookingApi, first, slotRow }) => {
    const client = await studio.makeClient();
    const { id } = await bookingApi.book(client, [first()]);
    await bookingApi.cancel(client, id);
    expect(await slotRow(first().id)).toEqual({ hidden: false });
  });

  test('is gone when the hours no longer give it, held and booked alike', async ({
    studio,
    bookingApi,
    musician,
    first,
    stored,
    slotRow,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const { id } = await bookingApi.book(client, [first()]);
    const hold = await bookingApi.hold(other, [first(1)]);
    await studio.inTx((tx, now) => setWeeklyHours(tx, { musicianId: musician.id, hours: [], now }));
    expect(await slotRow(first().id)).toBeDefined();
    expect((await bookingApi.extend(other, hold.id)).status).toBe(200);
    await bookingApi.cancel(client, id);
    await bookingApi.release(other, hold.id);
    expect(await slotRow(first().id)).toBeUndefined();
    expect(await slotRow(first(1).id)).toBeUndefined();
    expect(await stored()).toEqual([undefined, undefined]);
  });

  test('is hidden when its day has become a holiday', async ({
    studio,
    bookingApi,
    musician,
    first,
    slotRow,
  }) => {
    const client = await studio.makeClient();
    const { id } = await bookingApi.book(client, [first()]);
    await takeOff(studio, musician, '2026-11-22');
    expect(await slotRow(first().id)).toEqual({ hidden: false });
    await bookingApi.cancel(client, id);
    expect(await slotRow(first().id)).toEqual({ hidden: true });
    expect((await bookingApi.prebook(client, [first()])).status).toBe(404);
  });

  test('of a hold that ran out does not return when the hours no longer give it', async ({
    clock,
    studio,
    bookingApi,
    musician,
    first,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    await bookingApi.hold(client, [first()]);
    await studio.inTx((tx, now) => setWeeklyHours(tx, { musicianId: musician.id, hours: [], now }));
    clock.add({ minutes: 15 });
    expect((await bookingApi.prebook(other, [first()])).status).toBe(404);
  });
});

describe('an expired hold', () => {
  test('is taken over whole: who takes one of its slots frees the other', async ({
    app,
    clock,
    studio,
    bookingApi,
    first,
  }) => {
    const [client, other] = [await studio.makeClient(), await studio.makeClient()];
    const hold = await bookingApi.hold(client, [first(), first(1)]);
    clock.add({ minutes: 15 });
    await bookingApi.hold(other, [first(1)]);
    const left = await app.db
      .selectFrom('slot_claims')
      .select('slot_id')
      .where('session_id', '=', hold.id)
      .execute();
    expect(left).toEqual([]);
    expect((await bookingApi.prebook(await studio.makeClient(), [first()])).status).toBe(201);
  });
});
