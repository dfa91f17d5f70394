import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { fail, ok } from '../../shared/lib/result.ts';
import { transaction } from '../db/transaction.ts';
import { insertHold } from '../sessions/steps.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { makeStudio, type Studio } from '../test/studio.ts';
import { askedSlots, claimSlots } from './steps.ts';

const RIVALS = 8;

let app: TestApp;
let studio: Studio;

beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
});
afterAll(() => app.close());

/** Lets nobody on before all have come. */
function gate(people: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === people) resolve();
    return promise;
  };
}

/** Rivals without the musician's lock: each sees the slot free, and only then each claims it. Answers how many got it. */
async function race(): Promise<number> {
  const musician = await studio.makeMusician();
  const [slot] = await studio.slotsOf(musician);
  if (slot === undefined) throw new Error('no slot');
  const now = app.clock.now();
  const heldUntil = now.add({ minutes: 15 });
  const allHaveLooked = gate(RIVALS);
  const outcomes = await Promise.all(
    Array.from({ length: RIVALS }, async () => {
      const { id: clientId } = await app.people.make('client');
      return transaction({ db: app.db, now }, async (tx) => {
        const seen = await askedSlots(tx, { slotIds: [slot.id], ownSession: null, now });
        await allHaveLooked();
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
  );
  return outcomes.filter((outcome) => outcome.ok).length;
}

describe('what decides the race for a slot', () => {
  test('the database: of rivals that all saw the slot free, even without the lock, one gets it', async () => {
    for (let round = 0; round < 5; round += 1) expect(await race()).toBe(1);
  });

  test('a control: without its constraints the same rivals all get it', async () => {
    await sql`alter table slot_claims drop constraint slot_claims_no_overlap`.execute(app.db);
    await sql`alter table slot_claims drop constraint slot_claims_pkey`.execute(app.db);
    expect(await race()).toBe(RIVALS);
  });
});
