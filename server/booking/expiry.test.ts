import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SignedInCtx } from '../lib/ctx.ts';
import { testApp, type TestApp } from '../test/app.ts';
import { bookingDesk, type Desk } from '../test/booking.ts';
import type { TestPerson } from '../test/people.ts';
import { makeStudio, type Studio, type TestSlot } from '../test/studio.ts';
import { confirm } from './confirm.ts';
import { prebook } from './prebook.ts';

let app: TestApp;
let studio: Studio;
let desk: Desk;
let slots: TestSlot[];
let began: Temporal.Instant;

beforeAll(async () => {
  app = await testApp();
  studio = await makeStudio(app);
  desk = bookingDesk(app, studio);
  began = app.clock.instant;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.instant = began;
  slots = await studio.slotsOf(await studio.makeMusician());
});

const claimsOn = (slot: TestSlot) =>
  app.db.selectFrom('slot_claims').select('held_until').where('slot_id', '=', slot.id).execute();

const ctxOf = (person: TestPerson, now: Temporal.Instant): SignedInCtx => ({
  ...app.app.ctx(),
  now,
  actor: { id: person.id, role: 'client', name: 'Ada', zone: 'Europe/Lisbon' },
});
const toConfirm = (session_id: number) => ({
  params: {},
  query: {},
  body: {
    session_id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  },
});
/** The first two rounds one after the other, so that each wins once; then together, each begun first in turn. */
async function inOrder<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  if (round === 0) return [await a(), await b()];
  if (round % 2 === 0) return Promise.all([a(), b()]);
  const second = b();
  if (round === 1) await second;
  return Promise.all([a(), second]);
}
const toPrebook = (slot: TestSlot) => ({
  params: {},
  query: {},
  body: { slots: [slot.id], primary_slot: slot.id, options: { service_id: studio.service('recording') } },
});

describe('confirming at the instant a hold expires', () => {
  test('against another’s prebook, each at its own side of the instant: always exactly one owner', async () => {
    const [ann, bob] = [await studio.makeClient({ credits: 200 }), await studio.makeClient()];
    const expires = began.add({ minutes: 15 });
    const justBefore = expires.subtract({ milliseconds: 1 });
    const owners = new Set<string>();
    for (const [round, slot] of slots.slice(0, 60).entries()) {
      app.clock.instant = began;
      const hold = await desk.hold(ann, [slot]);
      const confirming = () => confirm(ctxOf(ann, justBefore), toConfirm(hold.id));
      const taking = () => prebook(ctxOf(bob, expires), toPrebook(slot));
      const [confirmed, taken] = await inOrder(round, confirming, taking);
      expect([confirmed.ok, taken.ok].filter(Boolean)).toHaveLength(1);
      expect(confirmed.ok || confirmed.reason === 'hold_expired').toBe(true);
      expect(taken.ok || taken.reason === 'slot_taken').toBe(true);
      const [claim, ...more] = await claimsOn(slot);
      expect(more).toEqual([]);
      expect(claim?.held_until === null).toBe(confirmed.ok);
      owners.add(confirmed.ok ? 'ann' : 'bob');
      // Ann's booking does not fill the 30 that she may have.
      if (confirmed.ok) await desk.cancel(ann, hold.id);
    }
    expect(owners.size).toBe(2);
  });

  test('on the instant itself the hold is over for both, just before it is not', async () => {
    const [ann, bob] = [await studio.makeClient(), await studio.makeClient()];
    const wanted = slots.slice(0, 1);
    const hold = await desk.hold(ann, wanted);
    app.clock.instant = began.add({ minutes: 15 });
    const [late, taken] = await Promise.all([desk.confirm(ann, hold.id), desk.prebook(bob, wanted)]);
    expect([late.problem.code, taken.status]).toEqual(['hold_expired', 201]);
    app.clock.instant = app.clock.instant.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    const [kept, refused] = await Promise.all([
      desk.confirm(bob, taken.body.session.id),
      desk.prebook(ann, wanted),
    ]);
    expect([kept.status, refused.problem.code]).toEqual([201, 'slot_taken']);
  });
});
