import { getSession, type Session } from '../../shared/sessions/contract.ts';
import { testApp } from './app.ts';
import { bookingDesk } from './booking.ts';
import type { TestPerson } from './people.ts';
import { makeStudio, type ClientOptions, type TestMusician, type TestSlot } from './studio.ts';

/** A studio for tests of moving sessions: what they have in common, and the session that they move. */
export async function movesStudio() {
  const app = await testApp();
  const studio = await makeStudio(app);
  const desk = bookingDesk(app, studio);
  const began = app.clock.instant;

  /** A musician's eight half hours in a row on a day, counted from the first one of the tests. */
  const day = async (n: number, of: TestMusician): Promise<TestSlot[]> => {
    const date = Temporal.PlainDate.from('2026-11-21').add({ days: n }).toString();
    const slots = await studio.slotsOf(of, 'instruments');
    return slots.filter(({ starts_at }) => starts_at.toString().startsWith(date));
  };

  return {
    app,
    studio,
    desk,
    began,
    day,
    /** Back to where the tests began, with another musician. */
    begin(): Promise<TestMusician> {
      app.clock.instant = began;
      return studio.makeMusician({ services: ['recording', 'singer'] });
    },
    /** A session with the musician, booked an hour and a minute ago, a week ahead, on the first slots of its day. */
    async book(
      musician: TestMusician,
      { slots = 1, who = {} }: { slots?: number; who?: ClientOptions } = {},
    ) {
      const client = await studio.makeClient(who);
      const had = (await day(7, musician)).slice(0, slots);
      const session = await desk.book(client, had);
      app.clock.add({ minutes: 61 });
      return { client, had, session, id: session.id };
    },
    shown: async (client: TestPerson, id: number): Promise<Session> =>
      (await app.call(getSession, { params: { id } }, client)).body.session,
  };
}

export type MovesStudio = Awaited<ReturnType<typeof movesStudio>>;

/** Some slots of a day, by their places in it. */
export const pick = (slots: readonly TestSlot[], ...at: number[]): TestSlot[] =>
  at.map((n) => slots[n]).filter((slot) => slot !== undefined);
