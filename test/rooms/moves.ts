import { getSession, type Session } from '#shared/sessions/contract.ts';
import type { TestPerson } from '../api/people.ts';
import type { ClientOptions, Studio, TestMusician, TestSlot } from '../api/studio.ts';
import { test as base, type BookingApi } from './booking.ts';

/** What a test of moving sessions has beside the booking calls. */
export interface MovesFixtures {
  readonly start: Temporal.Instant;
  readonly studio: Studio;
  readonly bookingApi: BookingApi;
  /** A musician of the test's own. */
  readonly musician: TestMusician;
  /** A musician's eight half hours in a row on a day, counted from the first one of the tests. */
  readonly day: (n: number, of?: TestMusician) => Promise<TestSlot[]>;
}

interface MovedSession {
  readonly slots?: number;
  readonly who?: ClientOptions;
  readonly of?: TestMusician;
}

/** `test` with a musician for each test, and sessions to move. */
export const test = base
  .extend('musician', ({ studio }) => studio.makeMusician({ services: ['recording', 'singer'] }))
  .extend('day', ({ studio, musician }): MovesFixtures['day'] => async (n, of = musician) => {
    const date = Temporal.PlainDate.from('2026-11-21').add({ days: n }).toString();
    const slots = await studio.slotsOf(of, 'instruments');
    return slots.filter(({ starts_at }) => starts_at.toString().startsWith(date));
  })
  /** A session a week ahead on the first slots of its day, booked an hour and a minute ago. */
  .extend(
    'bookSession',
    ({ clock, studio, bookingApi, musician, day }) =>
      async ({ slots = 1, who = {}, of = musician }: MovedSession = {}) => {
        const client = await studio.makeClient(who);
        const bookedSlots = (await day(7, of)).slice(0, slots);
        const session = await bookingApi.book(client, bookedSlots);
        clock.add({ minutes: 61 });
        return { client, bookedSlots, session, id: session.id };
      },
  )
  .extend(
    'shown',
    { scope: 'file' },
    ({ app }) =>
      async (client: TestPerson, id: number): Promise<Session> =>
        (await app.call(getSession, { params: { id } }, client)).body.session,
  );

/** Some slots of a day, by their places in it. */
export const pick = (slots: readonly TestSlot[], ...at: number[]): TestSlot[] =>
  at.map((n) => slots[n]).filter((slot) => slot !== undefined);
