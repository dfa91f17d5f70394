import * as fc from 'fast-check';
import { expect } from 'vitest';
import { sql } from 'kysely';
import { bookExpiry } from '../credits/jobs.ts';
import { balance } from '../credits/service.ts';
import { grant } from '../credits/steps.ts';
import { test as base } from '#test/rooms/booking.ts';
import {
  BookingModel,
  command,
  CREDITS,
  PEOPLE,
  SLOTS,
  type Booked,
  type Command,
} from '#test/rooms/booking-model.ts';
import type { TestPerson } from '#test/api/people.ts';
import { type TestMusician, type TestSlot } from '#test/api/studio.ts';
import { sweepHolds } from './jobs.ts';
import { often } from '#test/thorough.ts';

/** A few people, one musician and a day of slots a week ahead, new for every run. */
interface World {
  readonly musician: TestMusician;
  readonly people: readonly TestPerson[];
  readonly slots: readonly TestSlot[];
}

const range = (from: number, length: number) =>
  Array.from({ length: Math.min(length, SLOTS - from) }, (_, n) => from + n);

/** The time of some slots in a row, for the limits of holding. */
function timeOf({ musician, slots }: World, numbers: readonly number[]) {
  const [first, last] = [slots[numbers[0] ?? -1], slots[numbers.at(-1) ?? -1]];
  if (first === undefined || last === undefined) throw new Error('no time');
  const { id: musician_id } = musician;
  return { musician_id, starts_at: first.starts_at, ends_at: last.ends_at, cost: numbers.length };
}

const NOTHING: [string, string] = ['', ''];

const test = base
  .extend('newWorld', { scope: 'file' }, ({ app, start, studio }) => async (): Promise<World> => {
    app.clock.instant = start;
    const musician = await studio.makeMusician();
    const slots = (await studio.slotsOf(musician)).filter(({ starts_at }) =>
      starts_at.toString().startsWith('2026-11-28'),
    );
    const people: TestPerson[] = [];
    for (let n = 0; n < PEOPLE; n += 1) people.push(await studio.makeClient({ credits: CREDITS }));
    return { musician, people, slots: slots.slice(0, SLOTS) };
  })
  .extend(
    'edit',
    { scope: 'file' },
    ({ bookingApi }) =>
      async (person: TestPerson, session: Booked): Promise<[string, string]> => {
        session.edits += 1;
        const info = { title: `Song ${session.edits}` };
        const { status, body } = await bookingApi.edit(person, session.id, { session_info: info });
        const { session_info, calendar_sequence } = body.session;
        return [
          `${status}, ${session_info.title}, changed ${calendar_sequence}`,
          `200, ${info.title}, changed ${session.moves + session.edits}`,
        ];
      },
  )
  /** Moves a session to as many slots in a row as it has, or as are left of the day. */
  .extend(
    'move',
    { scope: 'file' },
    ({ bookingApi }) =>
      async (
        { slots }: World,
        model: BookingModel,
        person: TestPerson,
        session: Booked,
        from: number,
      ): Promise<[string, string]> => {
        const to = range(from, session.slots.length);
        const wanted = model.moving(session, to);
        const { status } = await bookingApi.move(
          person,
          session.id,
          to.map((n) => ({ id: slots[n]?.id ?? '' })),
        );
        if (wanted === '200' && to[0] !== session.slots[0]) session.moves += 1;
        if (wanted === '200') session.slots = to;
        return [`${status}`, wanted];
      },
  )
  /** Runs a command and returns its response beside the one that the model expects. */
  .extend(
    'act',
    { scope: 'file' },
    ({ app, bookingApi, edit, move }) =>
      async (world: World, model: BookingModel, one: Command): Promise<[string, string]> => {
        if (one.do === 'wait') {
          app.clock.add({ minutes: one.minutes });
          model.now = app.clock.instant;
          return NOTHING;
        }
        if (one.do === 'sweep') {
          await sweepHolds.run(app.ctx(), {});
          return NOTHING;
        }
        const person = world.people[one.who];
        if (person === undefined) throw new Error('nobody');
        if (one.do === 'hold') {
          const slots = range(one.from, one.length);
          const free = slots.every((slot) => model.isFree(slot, one.who));
          const answer = await bookingApi.prebook(
            person,
            slots.map((n) => ({ id: world.slots[n]?.id ?? '' })),
          );
          const time = timeOf(world, slots);
          const may = model.mayHold(one.who, time);
          if (free && may) {
            const until = model.now.add({ minutes: 15 });
            model.note(one.who, time);
            model.holds.set(one.who, { id: answer.body.session.id, slots, until, extended: false });
          }
          return [`${answer.status}`, !free ? '409' : may ? '201' : '429'];
        }
        if (one.do === 'cancel' || one.do === 'edit' || one.do === 'move') {
          const session = model.bookedBy(one.who)[one.which];
          if (session === undefined) return NOTHING;
          if (one.do === 'edit') return edit(person, session);
          if (one.do === 'move') return move(world, model, person, session, one.from);
          const answer = await bookingApi.cancel(person, session.id);
          const pays = model.pays(session);
          if (pays) model.credits[one.who] = (model.credits[one.who] ?? 0) + session.slots.length;
          model.booked.splice(model.booked.indexOf(session), 1);
          const back = pays ? session.slots.length : 0;
          return [`${answer.status}, ${answer.body.refunded} back`, `200, ${back} back`];
        }
        const hold = model.holds.get(one.who);
        if (hold === undefined) return NOTHING;
        const live = model.live(one.who) !== undefined;
        if (one.do === 'release') {
          const answer = await bookingApi.release(person, hold.id);
          if (live) {
            model.noteEnd(one.who, model.now);
            model.holds.delete(one.who);
          }
          return [`${answer.status}`, live ? '200' : '404'];
        }
        if (one.do === 'extend') {
          const answer = await bookingApi.extend(person, hold.id);
          const may = model.mayExtend(one.who, timeOf(world, hold.slots), hold.until);
          const wanted = !live ? 404 : hold.extended ? 409 : may ? 200 : 429;
          if (wanted === 200) {
            const until = hold.until.add({ minutes: 10 });
            model.noteEnd(one.who, until);
            model.holds.set(one.who, { ...hold, until, extended: true });
          }
          return [`${answer.status}`, `${wanted}`];
        }
        const answer = await bookingApi.confirm(person, hold.id);
        const price = hold.slots.length;
        const enough = (model.credits[one.who] ?? 0) >= price;
        if (live && enough) {
          model.credits[one.who] = (model.credits[one.who] ?? 0) - price;
          model.booked.push({
            id: hold.id,
            who: one.who,
            slots: hold.slots,
            at: model.now,
            edits: 0,
            moves: 0,
          });
          model.noteEnd(one.who, hold.until, true);
          model.holds.delete(one.who);
        }
        return [`${answer.status}`, !live ? '409' : enough ? '201' : '422'];
      },
  )
  /** The invariants after any command. */
  .extend(
    'invariants',
    { scope: 'file' },
    ({ app, bookingApi }) =>
      async ({ musician, people }: World): Promise<void> => {
        const now = app.clock.instant;
        const { rows: overlapping } = await sql`
    select 1 from slot_claims a join slot_claims b
      on a.musician_id = b.musician_id and a.during && b.during and a.slot_id < b.slot_id
    where a.musician_id = ${musician.id}`.execute(app.db);
        expect(overlapping).toEqual([]);
        const { rows: torn } = await sql`
    select s.id from sessions s left join slot_claims c
      on c.session_id = s.id and (c.held_until is not distinct from s.held_until)
    where s.musician_id = ${musician.id} and (s.phase = 'booked' or s.held_until > ${now})
    group by s.id
    having coalesce(sum(extract(epoch from upper(c.during) - lower(c.during)) / 60), 0) <> s.duration`.execute(
          app.db,
        );
        expect(torn).toEqual([]);
        const { rows: elsewhere } = await sql`
    select s.id from sessions s join slot_claims c on c.session_id = s.id
    where s.musician_id = ${musician.id} and s.phase = 'booked'
    group by s.id having min(lower(c.during)) <> s.starts_at or max(upper(c.during)) <> s.ends_at`.execute(
          app.db,
        );
        expect(elsewhere).toEqual([]);
        const { rows: kept } = await sql`
    select s.id from sessions s join slot_claims c on c.session_id = s.id
    where s.musician_id = ${musician.id} and s.phase = 'cancelled'`.execute(app.db);
        expect(kept).toEqual([]);
        const { rows: unpaid } = await sql`
    select s.id from sessions s left join credit_entries e on e.session_id = s.id and e.reason = 'spend'
    where s.musician_id = ${musician.id}
    group by s.id having coalesce(-sum(e.delta), 0) <> case when s.phase = 'hold' then 0 else s.price end`.execute(
          app.db,
        );
        expect(unpaid).toEqual([]);
        for (const person of people) {
          const lots = await bookingApi.ledger(person);
          for (const lot of lots) {
            expect(lot.remaining).toBe(lot.entries);
            expect(lot.remaining).toBeGreaterThanOrEqual(0);
            expect(lot.remaining).toBeLessThanOrEqual(lot.amount);
          }
          const live = lots.filter(
            (lot) => !lot.expires_at || Temporal.Instant.compare(lot.expires_at, now) > 0,
          );
          const { total } = await balance(app.db, person.id, now);
          expect(total).toBe(live.reduce((sum, lot) => sum + lot.remaining, 0));
        }
        const { rows: next } = await sql<{ shown: Temporal.Instant | null; right: Temporal.Instant | null }>`
    select case when m.next_free_stale_at > ${now} then m.next_free_at else n.next_free_at end as shown,
      n.next_free_at as right
    from musicians m, musician_next_free(m.person_id, ${now}) n where m.person_id = ${musician.id}`.execute(
          app.db,
        );
        expect(next[0]?.shown?.toString()).toBe(next[0]?.right?.toString());
      },
  )
  /** Runs one of many concurrent commands. Which of them win is open; none may be a fault. */
  .extend(
    'rush',
    { scope: 'file' },
    ({ app, bookingApi }) =>
      async ({ people, slots }: World, one: Command): Promise<number> => {
        const person = 'who' in one ? people[one.who] : undefined;
        if (person === undefined) return 0;
        if (one.do === 'hold') {
          const asked = range(one.from, one.length).map((n) => ({ id: slots[n]?.id ?? '' }));
          return (await bookingApi.prebook(person, asked)).status;
        }
        const mine = await app.db
          .selectFrom('sessions')
          .select('id')
          .where('client_id', '=', person.id)
          .where(
            'phase',
            '=',
            one.do === 'cancel' || one.do === 'move' || one.do === 'edit' ? 'booked' : 'hold',
          )
          .executeTakeFirst();
        if (mine === undefined) return 0;
        if (one.do === 'cancel') return (await bookingApi.cancel(person, mine.id)).status;
        if (one.do === 'edit') return (await bookingApi.edit(person, mine.id)).status;
        if (one.do === 'move')
          return (await bookingApi.move(person, mine.id, [{ id: slots[one.from]?.id ?? '' }])).status;
        if (one.do === 'extend') return (await bookingApi.extend(person, mine.id)).status;
        if (one.do === 'release') return (await bookingApi.release(person, mine.id)).status;
        return (await bookingApi.confirm(person, mine.id)).status;
      },
  );

test('any sequence of hold, extend, confirm, expire, release, edit, move and cancel goes as the model says and keeps every invariant', async ({
  app,
  start,
  newWorld,
  act,
  invariants,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 24 }), async (commands) => {
      const world = await newWorld();
      const model = new BookingModel(start);
      for (const one of commands) {
        const [answered, wanted] = await act(world, model, one);
        expect([one, answered]).toEqual([one, wanted]);
        await invariants(world);
      }
      for (const [n, person] of world.people.entries())
        expect((await balance(app.db, person.id, app.clock.instant)).total).toBe(model.credits[n]);
    }),
    { numRuns: often('RUNS', { thorough: 15, quick: 3 }) },
  );
});

test('any commands at once, with lots that expire and the jobs between, keep every invariant', async ({
  app,
  start,
  studio,
  newWorld,
  invariants,
  rush,
}) => {
  const batch = fc.array(command, { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 3, maxLength: 8 }), async (batches) => {
      const world = await newWorld();
      for (const { id } of world.people) {
        const expiresAt = start.add({ minutes: 90 });
        const lot = { personId: id, source: 'trial', amount: 2, expiresAt, grantKey: `trial ${id}` } as const;
        await studio.inTx((tx, now) => grant(tx, { ...lot, now }));
      }
      for (const commands of batches) {
        const statuses = await Promise.all(commands.map((one) => rush(world, one)));
        for (const status of statuses) expect([0, 200, 201, 401, 404, 409, 422, 429]).toContain(status);
        for (const one of commands) if (one.do === 'wait') app.clock.add({ minutes: one.minutes });
        await Promise.all([bookExpiry.run(app.ctx(), {}), sweepHolds.run(app.ctx(), {})]);
        await invariants(world);
      }
    }),
    { numRuns: often('RUNS', { thorough: 12, quick: 3 }) },
  );
});
