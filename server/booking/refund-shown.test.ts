import { describe, expect } from 'vitest';
import * as fc from 'fast-check';
import { getSession, type Session } from '#shared/sessions/contract.ts';
import { grant } from '../credits/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestMusician, type TestSlot } from '#test/api/studio.ts';
import { often } from '#test/thorough.ts';

interface Booking {
  readonly musician: TestMusician;
  readonly slot: TestSlot;
  readonly limit: number;
}

const test = base
  /** A musician with the limit, in hours, and one of their times so many hours or more after the beginning. */
  .extend(
    'timeOf',
    { scope: 'file' },
    ({ start, studio }) =>
      async (recreditLimitHours: number, hours: number) => {
        const musician = await studio.makeMusician({ recreditLimitHours });
        const slot = (await studio.slotsOf(musician)).find(
          ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours })) > 0,
        );
        if (slot === undefined) throw new Error('no time');
        return { musician, slot };
      },
  )
  .extend('setGrace', { scope: 'file' }, ({ app }) => async (minutes: number | null): Promise<void> => {
    await app.db.deleteFrom('settings').where('key', '=', 'cancellation_grace_minutes').execute();
    if (minutes === null) return;
    const value = JSON.stringify(minutes);
    await app.db.insertInto('settings').values({ key: 'cancellation_grace_minutes', value }).execute();
  })
  .extend(
    'shownTo',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson, id: number): Promise<Session['cancellation']> =>
        (await app.call(getSession, { params: { id } }, client)).body.session.cancellation,
  )
  /** Books first, then reads and cancels the session at the instant: what was shown, and what was done. */
  .extend(
    'lookAndCancel',
    { scope: 'file' },
    ({ app, start, studio, bookingApi, shownTo }) =>
      async (slot: TestSlot, at: Temporal.Instant) => {
        app.clock.instant = start;
        const client = await studio.makeClient();
        const { id } = await bookingApi.book(client, [slot]);
        app.clock.instant = at;
        const shown = await shownTo(client, id);
        const { status, body } = await bookingApi.cancel(client, id, {
          expected_refund: shown?.refund ?? false,
        });
        const remaining = (await bookingApi.ledger(client)).reduce((sum, lot) => sum + lot.remaining, 0);
        return { shown, status, refunded: body.refunded, remaining };
      },
  );

describe.each([
  ['the musician’s 48 hours', 48],
  ['a musician’s own 120 hours', 120],
  ['a musician’s own 0 hours', 0],
] as const)('%s', (_, limit) => {
  let booking: Booking;
  test.beforeAll(async ({ app, start, timeOf }) => {
    app.clock.instant = start;
    booking = { ...(await timeOf(limit, 24 * 7)), limit };
  });

  test.for([60, 5, 0, 24 * 60])(
    'and a grace of %i minutes: shown is what is done',
    async (grace, { start, setGrace, lookAndCancel }) => {
      await setGrace(grace === 60 ? null : grace);
      const opens = start.add({ minutes: grace });
      const closes = booking.slot.starts_at.subtract({ hours: limit });
      const tick = { milliseconds: 1 };
      const table: [Temporal.Instant, boolean][] = [
        [opens, false],
        [opens.add(tick), true],
        [closes.subtract(tick), true],
      ];
      if (grace > 0) table.push([start, false], [opens.subtract(tick), false]);
      // From the start on nobody cancels any more.
      const last = booking.slot.starts_at.subtract(tick);
      if (limit > 0) table.push([closes, false], [closes.add(tick), false], [last, false]);
      for (const [at, refund] of table) {
        const terms = { refund_from: opens.toString(), refund_until: closes.toString() };
        expect([at.toString(), await lookAndCancel(booking.slot, at)]).toEqual([
          at.toString(),
          {
            shown: { refund, credits: 1, ...terms },
            status: 200,
            refunded: refund ? 1 : 0,
            remaining: refund ? 12 : 11,
          },
        ]);
      }
      await setGrace(null);
    },
  );
});

test('at any instant of the week, whatever the limit and the grace', async ({
  app,
  start,
  timeOf,
  setGrace,
  lookAndCancel,
}) => {
  const limits = new Map<number, Booking>();
  for (const limit of [0, 1, 48, 167, 500]) {
    app.clock.instant = start;
    limits.set(limit, { ...(await timeOf(limit, 24 * 7)), limit });
  }
  const aWeek = fc.integer({ min: 0, max: 7 * 24 * 3600 * 1000 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...limits.values()),
      fc.constantFrom(null, 0, 1, 90, 3000),
      aWeek,
      async ({ slot }, grace, milliseconds) => {
        await setGrace(grace);
        const { shown, status, refunded } = await lookAndCancel(slot, start.add({ milliseconds }));
        expect([status, refunded]).toEqual([200, shown?.refund === true ? shown.credits : 0]);
      },
    ),
    { numRuns: often('RUNS', { thorough: 15, quick: 4 }) },
  );
  await setGrace(null);
});

test('a refund that has lapsed since it was shown is asked about, and nothing is done', async ({
  app,
  start,
  studio,
  bookingApi,
  timeOf,
  shownTo,
}) => {
  app.clock.instant = start;
  const { slot } = await timeOf(48, 24 * 7);
  const client = await studio.makeClient();
  const { id } = await bookingApi.book(client, [slot]);
  app.clock.instant = slot.starts_at.subtract({ hours: 48, milliseconds: 1 });
  expect(await shownTo(client, id)).toMatchObject({ refund: true });
  app.clock.add({ milliseconds: 1 });
  const { problem } = await bookingApi.cancel(client, id, { expected_refund: true });
  expect(problem).toMatchObject({
    status: 409,
    code: 'refund_changed',
    detail: 'The time for getting the credits back has just passed. Please look again before you cancel.',
  });
  expect(await shownTo(client, id)).toMatchObject({ refund: false, credits: 1 });
  expect((await bookingApi.prebook(await studio.makeClient(), [slot])).status).toBe(409);
  expect((await bookingApi.cancel(client, id, { expected_refund: false })).body.refunded).toBe(0);
});

test('a refund that nobody expected is given all the same', async ({
  app,
  start,
  studio,
  bookingApi,
  timeOf,
}) => {
  app.clock.instant = start;
  const { slot } = await timeOf(48, 24 * 7);
  const client = await studio.makeClient();
  const { id } = await bookingApi.book(client, [slot]);
  app.clock.add({ minutes: 61 });
  expect((await bookingApi.cancel(client, id, { expected_refund: false })).body.refunded).toBe(1);
});

test('credits of an expired lot come back once: the second session says that they do not', async ({
  app,
  start,
  studio,
  bookingApi,
  timeOf,
  shownTo,
}) => {
  app.clock.instant = start;
  const { musician } = await timeOf(48, 0);
  const far = (await studio.slotsOf(musician)).slice(80, 82);
  const client = await studio.makeClient({ credits: 0 });
  const expiresAt = start.add({ hours: 24 });
  await studio.inTx((tx, now) =>
    grant(tx, { personId: client.id, source: 'operator', amount: 2, expiresAt, grantKey: 'two', now }),
  );
  const first = await bookingApi.book(client, far.slice(0, 1));
  const second = await bookingApi.book(client, far.slice(1));
  app.clock.instant = expiresAt;
  expect(await shownTo(client, first.id)).toMatchObject({ refund: true, credits: 1 });
  expect(await shownTo(client, second.id)).toMatchObject({ refund: true, credits: 1 });
  await bookingApi.cancel(client, first.id);
  expect(await shownTo(client, second.id)).toMatchObject({ refund: false, credits: 1 });
  const { problem } = await bookingApi.cancel(client, second.id, { expected_refund: true });
  expect(problem.code).toBe('refund_changed');
  expect((await bookingApi.cancel(client, second.id)).body.refunded).toBe(0);
});
