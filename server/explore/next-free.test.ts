import * as fc from 'fast-check';
import { expect } from 'vitest';
import { listSlots } from '#shared/explore/contract.ts';
import { listPartners } from '#shared/explore/contract.ts';
import { test as base } from '#test/rooms/booking.ts';
import { type TestMusician } from '#test/api/studio.ts';
import { often } from '#test/thorough.ts';

const test = base
  .extend('visitor', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  /** What the card says, beside the first slot that the picker shows as free to somebody else. */
  .extend('both', { scope: 'file' }, ({ app, visitor }) => async (musician: TestMusician) => {
    const cards = await app.call(listPartners, { query: { size: 1000 } }, visitor);
    const picker = await app.call(listSlots, { params: { id: musician.id } }, visitor);
    const free = picker.body.slots.find((slot) => slot.status === 'available');
    return {
      card: cards.body.partners.find(({ id }) => id === musician.id)?.next_free_at,
      picker: free?.start_date ?? null,
    };
  });

test('the card is right after a hold, its extension, release, expiry, a booking and a cancelling', async ({
  app,
  studio,
  bookingApi,
  both,
}) => {
  const musician = await studio.makeMusician();
  const [client, other] = [await studio.makeClient(), await studio.makeClient()];
  app.clock.instant = Temporal.Instant.from('2026-11-22T07:00:00Z');
  const slots = await studio.slotsOf(musician);
  const first = slots.slice(0, 1);
  const says = async (next: string) =>
    expect(await both(musician)).toEqual({ card: `2026-11-22T${next}Z`, picker: `2026-11-22T${next}Z` });

  await says('08:00:00');
  const held = await bookingApi.hold(client, first);
  await says('08:30:00');
  app.clock.add({ minutes: 10 });
  await bookingApi.extend(client, held.id);
  app.clock.add({ minutes: 10 });
  await says('08:30:00');
  app.clock.add({ minutes: 5 });
  await says('08:00:00');
  const again = await bookingApi.hold(other, first);
  await says('08:30:00');
  await bookingApi.release(other, again.id);
  await says('08:00:00');
  const booked = await bookingApi.book(client, first);
  await says('08:30:00');
  app.clock.add({ hours: 24 });
  expect((await both(musician)).card).toBe('2026-11-23T08:00:00Z');
  app.clock.add({ hours: -24 });
  expect((await bookingApi.cancel(client, booked.id)).status).toBe(200);
  await says('08:00:00');
});

const step = fc.oneof(
  fc.record({ do: fc.constant('hold' as const), who: fc.nat(2), slot: fc.nat(5) }),
  fc.record({ do: fc.constantFrom('extend', 'release', 'confirm', 'cancel'), who: fc.nat(2) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 14, 15, 30, 60) }),
);

test('whatever people do and however time passes, card and picker agree', async ({
  app,
  studio,
  bookingApi,
  both,
}) => {
  const start = Temporal.Instant.from('2026-11-23T06:00:00Z');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      app.clock.instant = start;
      const people = [await studio.makeClient(), await studio.makeClient(), await studio.makeClient()];
      const musician = await studio.makeMusician();
      const [slots, latest] = [await studio.slotsOf(musician), new Map<number, number>()];
      const statuses = new Set<number>();
      for (const one of steps) {
        if (one.do === 'wait') app.clock.add({ minutes: one.minutes });
        else {
          const person = people[one.who];
          if (person === undefined) throw new Error('nobody');
          if (one.do === 'hold') {
            const from = slots.filter(
              (slot) => Temporal.Instant.compare(slot.starts_at, app.clock.now()) > 0,
            );
            const { status, body } = await bookingApi.prebook(person, from.slice(one.slot, one.slot + 1));
            statuses.add(status);
            if (status === 201) latest.set(one.who, body.session.id);
          } else {
            const id = latest.get(one.who);
            if (id !== undefined) await bookingApi[one.do](person, id);
          }
        }
        const { card, picker } = await both(musician);
        expect(card).toBe(picker);
      }
      app.clock.instant = start;
      expect(statuses.difference(new Set([201, 409]))).toEqual(new Set());
      for (const [who, id] of latest) await bookingApi.release(people[who] ?? null, id);
    }),
    { numRuns: often('RUNS', { thorough: 8, quick: 5 }) },
  );
});
