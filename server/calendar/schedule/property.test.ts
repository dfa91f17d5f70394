import * as fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { ScheduleChange } from '#shared/calendar/rules-change.ts';
import { overlapOf, timeOf } from '#shared/calendar/rules-hours.ts';
import { dayOf, startOfWeek } from '#shared/lib/time.ts';
import { extendSlots } from '../jobs.ts';
import { claimSlots, freeClaims, lockMusician, refreshNextFree } from '../steps.ts';
import { scheduleApi, scheduleFaults, setBusy } from '#test/rooms/schedule.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import type { TestMusician } from '#test/api/studio.ts';
import { test } from '#test/api/test.ts';
import { often } from '#test/thorough.ts';

const KINDS = [
  { category: 'instruments', unit_minutes: 30 },
  { category: 'vocals', unit_minutes: 45 },
] as const;
const small = (max: number) => fc.integer({ min: 0, max });
const time = fc
  .tuple(small(23), fc.constantFrom('00', '15', '30', '45'))
  .map(([h, m]) => `${timeOf(h * 60).slice(0, 3)}${m}`);
const hour = fc
  .tuple(fc.integer({ min: 1, max: 7 }), time, fc.constantFrom(...KINDS))
  .map(([weekday, from, kind]) => ({ weekday, from, ...kind }));

/** What happens, with numbers that choose among what is there. Night hours come often: clocks change then. */
const op = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('hours'),
      day: small(40),
      hours: fc.array(hour, { maxLength: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('off'),
      day: small(20),
      days: small(14),
      times: fc.option(fc.tuple(time, time)),
      every_year: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('back'), n: small(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('busy'),
      times: fc.array(fc.record({ day: small(40), at: time, minutes: small(2000) }), { maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('offer'),
      day: small(60),
      at: time,
      kind: fc.constantFrom(...KINDS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), n: small(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('copy'), from: small(3), to: small(8) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('book'), n: small(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold'), n: small(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('free'), n: small(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait'), hours: small(150), extends: fc.boolean() }) },
);
type Op = typeof op extends fc.Arbitrary<infer O> ? O : never;

/** Leaves out hours that overlap others of their category. */
function possible(hours: readonly (typeof hour extends fc.Arbitrary<infer H> ? H : never)[]) {
  const kept: (typeof hours)[number][] = [];
  for (const one of hours) if (overlapOf([...kept, one]) === null && !kept.includes(one)) kept.push(one);
  return kept.filter(
    (one, n) =>
      kept.findIndex(
        (other) =>
          other.from === one.from && other.weekday === one.weekday && other.category === one.category,
      ) === n,
  );
}

describe.for([
  ['Europe/Berlin', '2026-10-10T09:00:00Z'],
  ['America/New_York', '2026-02-20T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-09-20T01:00:00Z'],
  ['Asia/Kolkata', '2026-12-20T20:00:00Z'],
] as const)('in %s from %s on', ([zone, start]) => {
  test('whatever is changed and booked, no booking moves, no slot comes twice, the next free time is right', async ({
    app,
    studio,
    clock,
  }) => {
    const client = await studio.makeClient();
    const schedule = scheduleApi(app);
    const run = async (ops: readonly Op[]) => {
      clock.instant = Temporal.Instant.from(start);
      const musician = await studio.makeMusician({ zone, services: ['recording', 'singer'] });
      const booked = new Map<number, unknown>();
      for (const one of ops) {
        await act(one, { musician, booked });
        expect(await scheduleFaults(app, musician.id, clock.now()), `after ${JSON.stringify(one)}`).toEqual(
          [],
        );
        for (const [session, row] of booked) expect(await claimOf(session)).toEqual(row);
      }
    };
    const claimOf = (session: number) =>
      app.db
        .selectFrom('slot_claims as c')
        .innerJoin('slots as s', 's.id', 'c.slot_id')
        .select(['c.session_id', 'c.held_until', 's.id', 's.starts_at', 's.ends_at', 's.hidden'])
        .where('c.session_id', '=', session)
        .execute();

    async function act(
      one: Op,
      { musician, booked }: { musician: TestMusician; booked: Map<number, unknown> },
    ) {
      const today = dayOf(clock.now(), zone);
      const day = (n: number) => today.add({ days: n }).toString();
      const change = async (body: ScheduleChange) => {
        const { status } = await schedule.change(musician, body);
        expect([200, 409, 422]).toContain(status);
      };
      const slots = await studio.slotsOf(musician);
      if (one.do === 'hours') {
        await change({ kind: 'hours', valid_from: day(one.day), hours: possible(one.hours) });
      } else if (one.do === 'off') {
        const [from_time, to_time] = (one.times ?? [null, null]).toSorted();
        const span = { from_time: from_time ?? null, to_time: to_time ?? null };
        const days = { from_day: day(one.day), to_day: day(one.day + one.days) };
        await change({ kind: 'time_off', ...days, ...span, every_year: one.every_year, note: '' });
      } else if (one.do === 'back') {
        const { time_off } = await schedule.read(musician);
        const [off] = time_off.slice(one.n % Math.max(1, time_off.length));
        if (off !== undefined) await change({ kind: 'remove_time_off', id: off.id });
      } else if (one.do === 'busy') {
        const times = one.times.map(({ day: n, at, minutes }) => {
          const from = today.add({ days: n }).toZonedDateTime({ timeZone: zone, plainTime: at }).toInstant();
          return [from, from.add({ minutes: minutes + 1 })] as const;
        });
        await setBusy(studio, musician, times);
      } else if (one.do === 'offer') {
        const starts = today.add({ days: one.day }).toZonedDateTime({ timeZone: zone, plainTime: one.at });
        await change({ kind: 'offer', offers: [{ ...one.kind, starts_at: starts.toInstant().toString() }] });
      } else if (one.do === 'withdraw') {
        const offers = await app.db
          .selectFrom('slots')
          .select('id')
          .where('musician_id', '=', musician.id)
          .where('slot_type', '=', 'flexible')
          .orderBy('starts_at', 'desc')
          .execute();
        const [offer] = offers.slice(one.n % Math.max(1, offers.length));
        if (offer !== undefined) await schedule.change(musician, { kind: 'withdraw', slots: [offer.id] });
      } else if (one.do === 'copy') {
        const [from_week, to_week] = [one.from, one.to].map((n) =>
          startOfWeek(today).add({ weeks: n }).toString(),
        );
        if (from_week && to_week) await change({ kind: 'copy_week', from_week, to_week });
      } else if (one.do === 'undo') {
        const { last_change } = await schedule.read(musician);
        if (last_change !== null) await undo(musician, last_change.id);
      } else if (one.do === 'book') {
        const slot = slots.filter(({ category }) => category === 'instruments')[one.n];
        const taken = slot && (await isTaken(musician, slot.starts_at, slot.ends_at));
        if (slot === undefined || taken) return;
        const session = await makeSession(studio, { client, musician, starts: slot.starts_at });
        await studio.inTx((tx, now) => refreshNextFree(tx, musician.id, now));
        booked.set(session.id, await claimOf(session.id));
      } else if (one.do === 'hold') {
        const slot = slots[one.n];
        if (slot === undefined || (await isTaken(musician, slot.starts_at, slot.ends_at))) return;
        const holder = await studio.makeClient({ credits: 0 });
        const { id: sessionId } = await insertHold(musician, holder.id, slot.starts_at, slot.ends_at);
        await studio.inTx(async (tx, now) => {
          await lockMusician(tx, musician.id);
          await claimSlots(tx, {
            sessionId,
            musicianId: musician.id,
            slotIds: [slot.id],
            heldUntil: now.add({ minutes: 15 }),
            now,
          });
          await refreshNextFree(tx, musician.id, now);
        });
      } else if (one.do === 'free') {
        const [session] = [...booked.keys()].slice(one.n);
        if (session === undefined) return;
        booked.delete(session);
        await studio.inTx(async (tx, now) => {
          await lockMusician(tx, musician.id);
          await freeClaims(tx, { sessionId: session, musicianId: musician.id, now });
        });
      } else if (one.do === 'wait') {
        clock.add({ minutes: one.hours * 60 + 7 });
        if (one.extends) await extendSlots.run(app.ctx(), {});
      }
    }
    const undo = async (musician: TestMusician, id: string) => {
      const { status } = await schedule.undo(musician, id);
      expect(status).toBe(200);
    };
    const isTaken = async (musician: TestMusician, from: Temporal.Instant, to: Temporal.Instant) => {
      const claims = await app.db
        .selectFrom('slot_claims as c')
        .innerJoin('slots as s', 's.id', 'c.slot_id')
        .select('c.slot_id')
        .where('c.musician_id', '=', musician.id)
        .where('s.starts_at', '<', to)
        .where('s.ends_at', '>', from)
        .execute();
      return claims.length > 0;
    };
    const insertHold = (
      musician: TestMusician,
      client_id: string,
      starts_at: Temporal.Instant,
      ends_at: Temporal.Instant,
    ) =>
      app.db
        .insertInto('sessions')
        .values({
          client_id,
          musician_id: musician.id,
          service_id: studio.service('recording'),
          phase: 'hold',
          status: 'prebooked',
          starts_at,
          ends_at,
          duration: 30,
          price: 0,
          held_until: clock.now().add({ minutes: 15 }),
          created_at: clock.now(),
          last_update: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();

    await fc.assert(fc.asyncProperty(fc.array(op, { minLength: 12, maxLength: 20 }), run), {
      numRuns: often('RUNS', { thorough: 4, quick: 1 }),
      endOnFailure: true,
    });
  });
});
