import { expect } from 'vitest';
import type { TestPerson } from '../api/people.ts';
import type { ClientOptions, TestSlot } from '../api/studio.ts';
import { test as base } from './booking.ts';

/** A client's hold. */
interface Held {
  readonly client: TestPerson;
  readonly id: number;
  readonly slot: TestSlot;
}

/** `test` with a musician, and holds on slots that no other test of the file uses. */
export const test = base
  .extend('musician', { scope: 'file', auto: true }, ({ studio }) => studio.makeMusician())
  .extend('slots', { scope: 'file', auto: true }, ({ studio, musician }) => studio.slotsOf(musician))
  .extend('nextSlot', { scope: 'file' }, ({ slots }) => (): TestSlot => {
    const slot = slots.shift();
    if (slot === undefined) throw new Error('out of slots');
    return slot;
  })
  /** Makes a client who holds a slot, at the start of the clock. */
  .extend(
    'makeHold',
    { scope: 'file' },
    ({ app, start, studio, bookingApi, nextSlot }) =>
      async (who: ClientOptions = {}): Promise<Held> => {
        app.clock.instant = start;
        const client = await studio.makeClient(who);
        const slot = nextSlot();
        return { client, slot, id: (await bookingApi.hold(client, [slot])).id };
      },
  )
  /** Asserts that a refusal left the hold: not booked, no credit taken, no thread. */
  .extend(
    'expectUnconfirmed',
    { scope: 'file' },
    ({ app, bookingApi }) =>
      async (client: TestPerson, id: number): Promise<void> => {
        const session = await app.db
          .selectFrom('sessions')
          .select('phase')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect(session.phase).toBe('hold');
        for (const lot of await bookingApi.ledger(client)) expect(lot.remaining).toBe(lot.amount);
        const threads = await app.db
          .selectFrom('threads')
          .select('id')
          .where('session_id', '=', id)
          .execute();
        expect(threads).toEqual([]);
      },
  );
