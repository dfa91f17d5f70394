import * as contract from '#shared/booking/contract-waiting.ts';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import { settleLines } from '#server/booking/waiting/jobs.ts';
import type { TestPerson } from '../api/people.ts';
import type { TestMusician, TestSlot } from '../api/studio.ts';
import { test as base } from './mails.ts';

type JoinBody = ArgsOf<typeof contract.joinLine>['body'];

/** A musician whose every time is booked, each in a session of its own. */
interface Busy {
  readonly musician: TestMusician;
  /** Who booked the first fifteen, and all who booked, fifteen each. */
  readonly booker: TestPerson;
  readonly bookers: readonly TestPerson[];
  readonly slots: readonly TestSlot[];
  /** The sessions, in the order of the slots. */
  readonly sessions: readonly number[];
}

const ANY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** `test` with musicians who have no free time, and the calls of the waiting list. */
export const test = base
  .extend('ann', ({ studio }) => studio.makeClient({ name: 'Ann One' }))
  .extend('bob', ({ studio }) => studio.makeClient({ name: 'Bob Two' }))
  /** A musician with hours on Wednesdays, in Lisbon, all of them booked but the last `free`. */
  .extend(
    'makeBusy',
    { scope: 'file' },
    ({ app, studio, bookingApi, start }) =>
      async ({
        hours = ['10:00'],
        free = 0,
        name = 'Rafa Sol',
        services = ['recording'],
      } = {}): Promise<Busy> => {
        app.clock.instant = start;
        const musician = await studio.makeMusician({
          name,
          services,
          hours: hours.map((from) => ({ weekday: 3, from, unit_minutes: 30, category: 'instruments' })),
        });
        const all = await studio.slotsOf(musician);
        const slots = all.slice(0, all.length - free);
        // Beyond the last bookable day.
        const bookable = slots.filter(
          ({ starts_at }) => Temporal.Instant.compare(starts_at, start.add({ hours: 24 * 61 })) < 0,
        );
        const sessions: number[] = [];
        const bookers: TestPerson[] = [];
        for (const [n, slot] of bookable.entries()) {
          if (n % 15 === 0) bookers.push(await studio.makeClient({ credits: 60, concurrency: 30 }));
          sessions.push((await bookingApi.book(bookers.at(-1) as TestPerson, [slot])).id);
        }
        const [booker] = bookers as [TestPerson];
        return { musician, booker, bookers, slots: bookable, sessions };
      },
  )
  .extend('waitingApi', { scope: 'file' }, ({ app, studio }) => ({
    join: (person: TestPerson | null, { id }: TestMusician, more: Partial<JoinBody> = {}) =>
      app.call(
        contract.joinLine,
        {
          body: {
            partner_id: id,
            service_id: studio.service('recording'),
            days: ANY_DAY,
            from: '00:00',
            to: '00:00',
            ...more,
          },
        },
        person,
      ),
    list: async (person: TestPerson) => (await app.call(contract.listWaits, {}, person)).body.waiting,
    offerOf: async (person: TestPerson) =>
      (await app.call(contract.listWaits, {}, person)).body.waiting.find(({ offer }) => offer !== null)
        ?.offer ?? null,
    change: (person: TestPerson | null, waiting_id: string, more: Partial<JoinBody> = {}) =>
      app.call(
        contract.changeWait,
        { body: { waiting_id, days: ANY_DAY, from: '00:00', to: '00:00', ...more } },
        person,
      ),
    leave: (person: TestPerson | null, waiting_id: string) =>
      app.call(contract.leaveLine, { body: { waiting_id } }, person),
    accept: (person: TestPerson | null, offer_id: string) =>
      app.call(contract.acceptOffer, { body: { offer_id } }, person),
    decline: (person: TestPerson | null, offer_id: string) =>
      app.call(contract.declineOffer, { body: { offer_id } }, person),
  }))
  /** What the minutely job does now, and what follows from it. */
  .extend('settle', { scope: 'file' }, ({ app }) => async (): Promise<void> => {
    await settleLines.run(app.ctx(), {});
    await app.queues.drain();
  });
