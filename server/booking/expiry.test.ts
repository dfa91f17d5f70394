import { describe, expect } from 'vitest';
import type { SignedInCtx } from '../ctx/ctx.ts';
import { test as base } from '#test/rooms/booking.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestSlot } from '#test/api/studio.ts';
import { confirm } from './confirm.ts';
import { prebook } from './prebook.ts';

const toConfirm = (session_id: number) => ({
  params: {},
  query: {},
  body: {
    session_id,
    session_info: { title: 'Song' },
    deliverables: { files_format: 'WAV', attendance: true },
  },
});
/** Two rounds in sequence, so that each wins once; then concurrently, starting with each in turn. */
async function inOrder<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  if (round === 0) return [await a(), await b()];
  if (round % 2 === 0) return Promise.all([a(), b()]);
  const second = b();
  if (round === 1) await second;
  return Promise.all([a(), second]);
}
const test = base
  .extend('slots', async ({ studio }) => studio.slotsOf(await studio.makeMusician()))
  .extend(
    'claimsOn',
    { scope: 'file' },
    ({ app }) =>
      (slot: TestSlot) =>
        app.db.selectFrom('slot_claims').select('held_until').where('slot_id', '=', slot.id).execute(),
  )
  .extend(
    'ctxOf',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson, now: Temporal.Instant): SignedInCtx => ({
        ...app.ctx(),
        now,
        actor: { id: person.id, role: 'client', name: 'Ada', zone: 'Europe/Lisbon' },
      }),
  )
  .extend('toPrebook', { scope: 'file' }, ({ studio }) => (slot: TestSlot) => ({
    params: {},
    query: {},
    body: { slots: [slot.id], primary_slot: slot.id, options: { service_id: studio.service('recording') } },
  }));

describe('confirming at the instant a hold expires', () => {
  test('against another’s prebook, each at its own side of the instant: always exactly one owner', async ({
    clock,
    start,
    studio,
    bookingApi,
    slots,
    claimsOn,
    ctxOf,
    toPrebook,
  }) => {
    const expires = start.add({ minutes: 15 });
    const justBefore = expires.subtract({ milliseconds: 1 });
    const owners = new Set<string>();
    for (const [round, slot] of slots.slice(0, 60).entries()) {
      clock.instant = start;
      const [ann, bob] = [await studio.makeClient(), await studio.makeClient()];
      const hold = await bookingApi.hold(ann, [slot]);
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
    }
    expect(owners.size).toBe(2);
  });

  test('on the instant itself the hold is over for both, just before it is not', async ({
    clock,
    start,
    studio,
    bookingApi,
    slots,
  }) => {
    const [ann, bob] = [await studio.makeClient(), await studio.makeClient()];
    const wanted = slots.slice(0, 1);
    const hold = await bookingApi.hold(ann, wanted);
    clock.instant = start.add({ minutes: 15 });
    const [late, taken] = await Promise.all([
      bookingApi.confirm(ann, hold.id),
      bookingApi.prebook(bob, wanted),
    ]);
    expect([late.problem.code, taken.status]).toEqual(['hold_expired', 201]);
    clock.instant = clock.instant.add({ minutes: 15 }).subtract({ milliseconds: 1 });
    const [kept, refused] = await Promise.all([
      bookingApi.confirm(bob, taken.body.session.id),
      bookingApi.prebook(ann, wanted),
    ]);
    expect([kept.status, refused.problem.code]).toEqual([201, 'slot_taken']);
  });
});
