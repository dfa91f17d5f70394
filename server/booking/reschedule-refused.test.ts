import { takeOff } from '#test/rooms/schedule.ts';
import { describe, expect } from 'vitest';
import { pick, type MovesFixtures, test } from '#test/rooms/moves.ts';
import type { BookingApi } from '#test/rooms/booking.ts';
import type { ClientOptions } from '#test/api/studio.ts';

/** That it was moved, or why it is not possible now. */
const said = ({ status, problem }: Awaited<ReturnType<BookingApi['move']>>) =>
  status === 200 ? 'moved' : problem.code === 'not_now' && problem.detail;

describe('when it may be moved: while cancelling would refund', () => {
  test.for([
    [60, 0, 'You can move a session 60 minutes after booking it.'],
    [60, 1, null],
  ] as const)(
    '%i minutes and %i ms after booking',
    async ([minutes, milliseconds, why], { clock, start, bookingApi, day, bookSession }) => {
      const { client, id } = await bookSession();
      clock.instant = start.add({ minutes, milliseconds });
      expect(said(await bookingApi.move(client, id, pick(await day(9), 0)))).toEqual(why ?? 'moved');
    },
  );

  test.for([
    [48, 0, 'You can move a session until 48 hours before it starts.'],
    [48, 1, null],
  ] as const)(
    '%i hours and %i ms before the start',
    async ([hours, milliseconds, why], { clock, start, bookingApi, day, bookSession }) => {
      const { client, bookedSlots, id } = await bookSession();
      const [slot] = bookedSlots;
      clock.instant = (slot?.starts_at ?? start).subtract({ hours, milliseconds });
      expect(said(await bookingApi.move(client, id, pick(await day(12), 0)))).toEqual(why ?? 'moved');
    },
  );

  test('not when it has begun, is over or cancelled, with words for it; a hold is 404', async ({
    clock,
    start,
    bookingApi,
    day,
    bookSession,
  }) => {
    const { client, bookedSlots, id } = await bookSession();
    const to = pick(await day(9), 0);
    const hold = await bookingApi.hold(client, pick(await day(8), 0));
    expect((await bookingApi.move(client, hold.id, to)).status).toBe(404);
    clock.instant = bookedSlots[0]?.starts_at ?? start;
    expect((await bookingApi.move(client, id, to)).problem).toMatchObject({
      code: 'not_now',
      detail: 'It has begun; ask for help.',
    });
    clock.instant = bookedSlots[0]?.ends_at ?? start;
    expect((await bookingApi.move(client, id, to)).problem).toMatchObject({
      code: 'not_now',
      detail: 'This session is over.',
    });
    clock.instant = start.add({ minutes: 61 });
    await bookingApi.cancel(client, id);
    expect((await bookingApi.move(client, id, to)).problem).toMatchObject({
      code: 'not_now',
      detail: 'This session was cancelled.',
    });
  });
});

type Given = Pick<MovesFixtures, 'start' | 'studio' | 'bookingApi' | 'musician' | 'day'>;
interface Case {
  readonly slots: number;
  readonly to: (given: Given) => Promise<readonly { readonly id: string }[]>;
  readonly answer: readonly [number, string, string];
  readonly primary?: string;
  readonly who?: ClientOptions;
}
const bad = (detail: string) => [422, 'bad_selection', detail] as const;
const length = (minutes: number) =>
  bad(`This session lasts ${minutes} minutes. Please choose times that make the same length.`);
const other = async ({ day, studio }: Given) => day(9, await studio.makeMusician());
const lateDay = async ({ start, studio, musician }: Given) =>
  (await studio.slotsOf(musician, 'instruments')).filter(
    ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours: 24 * 61.5 })) > 0,
  );

describe('where it may not be moved, and stays as it is', () => {
  const NOBODYS = '01900000-0000-7000-8000-000000000000';
  const cases: Readonly<Record<string, Case>> = {
    'longer than was paid': { slots: 1, to: async ({ day }) => pick(await day(9), 0, 1), answer: length(30) },
    'shorter than was paid': { slots: 2, to: async ({ day }) => pick(await day(9), 0), answer: length(60) },
    'not in a row': {
      slots: 2,
      to: async ({ day }) => pick(await day(9), 0, 6),
      answer: bad('Please choose times that follow each other.'),
    },
    'more than 180 minutes': {
      slots: 6,
      to: async ({ day }) => pick(await day(9), 0, 1, 2, 3, 4, 5, 6),
      answer: bad('A session is at most 180 minutes long.'),
    },
    'the same time twice': {
      slots: 2,
      to: async ({ day }) => pick(await day(9), 0, 0),
      answer: bad('The same time was chosen twice.'),
    },
    'another musician’s time': {
      slots: 1,
      to: async (given) => pick(await other(given), 0),
      answer: bad('All times of a session are with the same musician.'),
    },
    'another service’s time': {
      slots: 1,
      to: async ({ studio, musician }) => pick(await studio.slotsOf(musician, 'vocals'), 20),
      answer: bad('This time is for another kind of session.'),
    },
    'more than two months ahead': {
      slots: 1,
      to: async (given) => pick(await lateDay(given), 0),
      answer: bad("You can't book sessions more than 2 months in advance."),
    },
    'a time that nobody has': {
      slots: 1,
      to: () => Promise.resolve([{ id: NOBODYS }]),
      answer: [404, 'not_found', 'We could not find this time.'],
    },
    'a first time that is none of them': {
      slots: 1,
      to: async ({ day }) => pick(await day(9), 0),
      primary: NOBODYS,
      answer: bad('The first time has to be one of those chosen.'),
    },
    'members first': {
      slots: 1,
      who: { status: 'ondemand' },
      to: async ({ day }) => pick(await day(20), 0),
      answer: [403, 'restricted', 'Members can book this time first.'],
    },
    'taken by somebody': {
      slots: 2,
      to: async ({ studio, bookingApi, day }) => {
        const slots = pick(await day(9), 0, 1);
        await bookingApi.hold(await studio.makeClient(), slots.slice(1));
        return slots;
      },
      answer: [
        409,
        'slot_taken',
        'Someone was faster: this time has just been taken. Please choose another.',
      ],
    },
    'a day off': {
      slots: 1,
      to: async ({ studio, musician, day }) => {
        const slots = pick(await day(9), 0);
        await takeOff(studio, musician, '2026-11-30');
        return slots;
      },
      answer: [404, 'not_found', 'We could not find this time.'],
    },
  };

  test.for(Object.entries(cases))(
    '%s',
    async (
      [, { slots, to, answer, primary, who }],
      { start, studio, bookingApi, shown, musician, day, bookSession },
    ) => {
      const { client, id } = await bookSession({ slots, ...(who && { who }) });
      const before = await shown(client, id);
      const target = await to({ start, studio, bookingApi, musician, day });
      const { status, problem } = await bookingApi.move(client, id, target, primary ? { primary } : {});
      expect([status, problem.code, problem.detail]).toEqual(answer);
      expect(await shown(client, id)).toEqual(before);
    },
  );

  test('the past', async ({ clock, start, bookingApi, day, bookSession }) => {
    const { client, id } = await bookSession();
    const yesterday = pick(await day(1), 0);
    clock.instant = yesterday[0]?.starts_at ?? start;
    const { problem } = await bookingApi.move(client, id, yesterday);
    expect([problem.status, problem.detail]).toEqual([422, 'This time has passed.']);
  });

  test('times of a hold that has run out are free, of a live one not', async ({
    clock,
    studio,
    bookingApi,
    day,
    bookSession,
  }) => {
    const { client, id } = await bookSession();
    const to = pick(await day(9), 0);
    await bookingApi.hold(await studio.makeClient(), to);
    clock.add({ minutes: 14 });
    expect((await bookingApi.move(client, id, to)).status).toBe(409);
    clock.add({ minutes: 1 });
    expect((await bookingApi.move(client, id, to)).status).toBe(200);
  });
});

test('not signed in 401, a musician 403, somebody else’s 404, malformed 400', async ({
  app,
  studio,
  bookingApi,
  shown,
  musician,
  day,
  bookSession,
}) => {
  const { client, id } = await bookSession();
  const to = pick(await day(9), 0);
  expect((await bookingApi.move(null, id, to)).status).toBe(401);
  expect((await bookingApi.move(musician.person, id, to)).status).toBe(403);
  expect((await bookingApi.move(await studio.makeClient(), id, to)).status).toBe(404);
  expect((await bookingApi.move(await app.people.make('managed'), id, to)).status).toBe(404);
  expect((await bookingApi.move(client, 99, to)).status).toBe(404);
  expect((await bookingApi.move(client, id, [])).status).toBe(400);
  expect((await shown(client, id)).calendar_sequence).toBe(0);
});
