import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { newId } from '../lib/ids.ts';
import { test as base } from '#test/api/test.ts';
import { often } from '#test/thorough.ts';

/** Minutes from the start of the test: slots with gaps and overlaps, some hidden; claims on some of them. */
const slot = fc.record({
  start: fc.integer({ min: -3, max: 12 }).map((n) => n * 15),
  length: fc.constantFrom(30, 45),
  hidden: fc.boolean(),
  /** null: no claim; 'booked'; else the minute at which the hold runs out. */
  claim: fc.oneof(fc.constant(null), fc.constant('booked' as const), fc.integer({ min: -30, max: 60 })),
});
type Slot = typeof slot extends fc.Arbitrary<infer S> ? S : never;

/** Drops repetitions, and claims that overlap an earlier claim, as the database's constraint would. */
function possible(slots: readonly Slot[]): Slot[] {
  const kept: Slot[] = [];
  for (const one of slots) {
    if (kept.some((other) => other.start === one.start && other.length === one.length)) continue;
    const overlaps = kept.some(
      (other) =>
        other.claim !== null &&
        other.start < one.start + one.length &&
        one.start < other.start + other.length,
    );
    kept.push(overlaps ? { ...one, claim: null } : one);
  }
  return kept;
}

/** The same by brute force over every slot and every claim. */
function bruteForce(slots: readonly Slot[], now: number): number | null {
  const live = slots.filter(({ claim }) => claim === 'booked' || (claim !== null && claim > now));
  const free = slots.filter(
    (one) =>
      !one.hidden &&
      one.start > now &&
      !live.some((claim) => claim.start < one.start + one.length && one.start < claim.start + claim.length),
  );
  return free.length === 0 ? null : Math.min(...free.map(({ start }) => start));
}

const test = base
  .extend('musician', { scope: 'file' }, ({ studio }) => studio.makeMusician({ hours: [] }))
  .extend('client', { scope: 'file' }, ({ studio }) => studio.makeClient());

test('musician_next_free agrees with a brute-force reading, and its answer holds until it says it is stale', async ({
  app,
  studio,
  musician,
  client,
}) => {
  const zero = app.clock.now();
  const at = (minutes: number) => zero.add({ minutes });
  const minutes = (instant: Temporal.Instant | null | undefined) =>
    instant ? zero.until(instant).total('minutes') : null;
  const next = async (now: number) => {
    const { rows } = await sql<{ next_free_at: Temporal.Instant | null; stale_at: Temporal.Instant | null }>`
      select * from musician_next_free(${musician.id}, ${at(now)})`.execute(app.db);
    return { next: minutes(rows[0]?.next_free_at), stale: minutes(rows[0]?.stale_at) };
  };
  const { id: session_id } = await app.db
    .insertInto('sessions')
    .values({
      client_id: client.id,
      musician_id: musician.id,
      service_id: studio.service('recording'),
      phase: 'hold',
      status: 'prebooked',
      starts_at: at(0),
      ends_at: at(30),
      duration: 30,
      price: 0,
      held_until: at(1),
      created_at: zero,
      last_update: zero,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

  await fc.assert(
    fc.asyncProperty(fc.array(slot, { maxLength: 10 }), fc.integer({ min: 0, max: 20 }), async (any, now) => {
      const slots = possible(any).map((one) => ({ ...one, id: newId() }));
      await app.db.deleteFrom('slot_claims').execute();
      await app.db.deleteFrom('slots').where('musician_id', '=', musician.id).execute();
      for (const { id, start, length, hidden, claim } of slots) {
        await sql`
          insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden)
          values (${id}, ${musician.id}, ${at(start)}, ${at(start + length)}, 'instruments', 'fixed', ${hidden})`.execute(
          app.db,
        );
        if (claim === null) continue;
        await sql`
          insert into slot_claims (slot_id, session_id, musician_id, during, held_until)
          select id, ${session_id}::integer, musician_id, during, ${claim === 'booked' ? null : at(claim)}::timestamptz
          from slots where id = ${id}`.execute(app.db);
      }
      const found = await next(now);
      expect(found.next).toBe(bruteForce(slots, now));
      expect(found.stale === null || found.stale > now).toBe(true);
      // Until then the stored value is right at every minute; without an end it is right for good.
      for (let later = now; later < (found.stale ?? 240); later += 1)
        expect(bruteForce(slots, later)).toBe(found.next);
    }),
    { numRuns: often('RUNS', { thorough: 75, quick: 50 }) },
  );
});
