import { describe, expect } from 'vitest';
import { sql } from 'kysely';
import { fail, ok } from '#shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import { insertHold } from '../sessions/steps.ts';
import { requestedSlots, claimSlots } from './steps.ts';
import { test as base } from '#test/api/test.ts';

const RIVALS = 8;

/** A barrier: `arrive` resolves once all have arrived, or when it is opened because one fails on its way. */
function gate(people: number): { arrive: () => Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  const arrive = (): Promise<void> => {
    come += 1;
    if (come === people) resolve();
    return promise;
  };
  return { arrive, open: resolve };
}

const test = base
  /** Rivals without the musician's lock: all see the slot free, then all claim it. Returns how many succeeded. */
  .extend('race', { scope: 'file' }, ({ app, studio }) => async (): Promise<number> => {
    const musician = await studio.makeMusician();
    const [slot] = await studio.slotsOf(musician);
    if (slot === undefined) throw new Error('no slot');
    const now = app.clock.now();
    const heldUntil = now.add({ minutes: 15 });
    const { arrive, open } = gate(RIVALS);
    const outcomes = await Promise.all(
      Array.from({ length: RIVALS }, async () => {
        const { id: clientId } = await app.people.make('client');
        return transaction({ db: app.db, now }, async (tx) => {
          const seen = await requestedSlots(tx, { slotIds: [slot.id], ownSession: null, now });
          await arrive();
          if (seen[0]?.taken !== false) return fail('slot_taken');
          const sessionId = await insertHold(tx, {
            clientId,
            musicianId: musician.id,
            serviceId: studio.service('recording'),
            startsAt: slot.starts_at,
            endsAt: slot.ends_at,
            duration: 30,
            price: 1,
            heldUntil,
            options: {},
            now,
          });
          const claim = { sessionId, musicianId: musician.id, slotIds: [slot.id], heldUntil, now };
          return (await claimSlots(tx, claim)) ? ok(sessionId) : fail('slot_taken');
        });
      }),
    ).finally(open);
    return outcomes.filter((outcome) => outcome.ok).length;
  });

describe('what decides the race for a slot', () => {
  test('the database: of rivals that all saw the slot free, even without the lock, one gets it', async ({
    race,
  }) => {
    for (let round = 0; round < 5; round += 1) expect(await race()).toBe(1);
  });

  test('a control: without its constraints the same rivals all get it', async ({ app, race }) => {
    await sql`alter table slot_claims drop constraint slot_claims_no_overlap`.execute(app.db);
    await sql`alter table slot_claims drop constraint slot_claims_pkey`.execute(app.db);
    expect(await race()).toBe(RIVALS);
  });
});
