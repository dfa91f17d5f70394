import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../lib/ids.ts';
import { test as base } from '#test/api/test.ts';
import { often, THOROUGH } from '#test/thorough.ts';
import {
  bookClaims,
  claimSlots,
  extendClaims,
  freeClaims,
  lockMusician,
  refreshFreeEnd,
  refreshNextFree,
} from './steps.ts';

const NOW = Temporal.Instant.from('2027-03-01T09:07:00Z');
const QUARTER = 15;
/** Services of one, two and six slots in a row; kinds share a category and overlap others in time. */
const SERVICES = ['recording', 'mixing', 'mix-advice', 'stem-mastering', 'singer'];
const KINDS = [
  ['instruments', 30],
  ['mixing', 30],
  ['mixing', 30],
  ['mastering', 45],
  ['vocals', 45],
  ['arranging', 60],
] as const;

const test = base.extend('musician', { scope: 'file' }, ({ app, studio }) => {
  app.clock.instant = NOW;
  return studio.makeMusician({ services: SERVICES, hours: [] });
});

/** Slots one after the other, in their first hours, around the end of the 71 days and between; few with gaps or odd minutes. */
const row = fc.record({
  kind: fc.constantFrom(...KINDS),
  day: fc.constantFrom(0, 0, 0, 1, 3, 30, 69, 70, 71, 72, 76),
  quarter: fc.integer({ min: 30, max: 60 }),
  run: fc.integer({ min: 1, max: 9 }),
  gap: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 15, 90),
  off: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 7),
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      n: fc.nat(60),
      run: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('book', 'extend', 'free'), n: fc.nat(9) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('free and hide' as const), n: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(0, 1, 8, 16, 45, 600, 1500, 5000, 9000, 20_000),
    }),
  },
);
type Row = typeof row extends fc.Arbitrary<infer R> ? R : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A claim after the 71 days that overlaps a slot which begins before their end. */
const LATE_CLAIM: readonly [Row[], Step[]] = [
  [
    { kind: ['instruments', 30], day: 72, quarter: 41, run: 1, gap: 0, off: 0 },
    { kind: ['mastering', 45], day: 72, quarter: 33, run: 5, gap: 0, off: 0 },
  ],
  [
    { do: 'wait', minutes: 1500 },
    { do: 'hold', n: 3, run: 1 },
    { do: 'extend', n: 0 },
    { do: 'book', n: 0 },
  ],
];

/** A hold that is extended and booked at once, which changes only until when claims hold. */
const AT_ONCE: readonly [Row[], Step[]] = [
  [{ kind: ['instruments', 30], day: 3, quarter: 41, run: 4, gap: 0, off: 0 }],
  [
    { do: 'hold', n: 1, run: 1 },
    { do: 'extend', n: 0 },
    { do: 'book', n: 0 },
  ],
];

/** What is stored, with instants as texts. */
interface Stored {
  readonly openings: readonly object[];
  readonly instants: { readonly openings_at: string; readonly openings_stale_at: string };
}

/** The instants of `all`, but openings stored at an earlier one, which hold a week from it at most. */
function withOpeningsOf(before: Stored, all: Stored): Stored['instants'] {
  const { openings_at } = before.instants;
  const week = Temporal.Instant.from(openings_at).add({ hours: 7 * 24 });
  const isShort = Temporal.Instant.compare(week, all.instants.openings_stale_at) < 0;
  return {
    ...all.instants,
    openings_at,
    openings_stale_at: isShort ? week.toString() : all.instants.openings_stale_at,
  };
}

test('what a booking stores of the times near it is what all slots say', async ({
  app,
  studio,
  clock,
  musician,
}) => {
  const { id: musicianId } = musician;
  const stored = async (tx: Tx) => {
    const { rows: openings } = await sql`
      select category, unit_minutes, slots, services, md5(starts::text) as starts, irregular,
        (select md5(s.starts::text) from opening_summaries s where s.musician_id = o.musician_id
          and s.category = o.category and s.unit_minutes = o.unit_minutes and s.slots = o.slots) as summary
      from musician_openings o where musician_id = ${musicianId} order by 1, 2, 3`.execute(tx);
    const { rows: instants } = await sql`
      select next_free_at, next_free_stale_at, openings_at, openings_stale_at from musicians
      where person_id = ${musicianId}`.execute(tx);
    return JSON.parse(JSON.stringify({ openings, instants: instants[0] })) as Stored;
  };
  const whole = (tx: Tx, now: Temporal.Instant) => refreshNextFree(tx, musicianId, now);

  const runs = often('RUNS', { thorough: 30, quick: 12 });
  /** How often what was stored held, so that it was not stored as a whole anyway. */
  let near = 0;
  /** How often a step that changed only until when claims hold stored until when the free times do. */
  let ends = 0;
  const holdsNow = async (tx: Tx, now: Temporal.Instant) => {
    const { rows } = await sql<{ until: boolean; exactly: boolean }>`
      select openings_stale_at > ${now} as until,
        exists (select from musician_openings where musician_id = ${musicianId})
          and not exists (select from musician_openings where musician_id = ${musicianId} and irregular) as exactly
      from musicians where person_id = ${musicianId}`.execute(tx);
    return rows[0];
  };
  /** What storing all of it now would store; changes nothing. */
  const storedBy = async (tx: Tx, refresh: () => Promise<void>) => {
    await sql`savepoint near`.execute(tx);
    await refresh();
    const after = await stored(tx);
    await sql`rollback to savepoint near`.execute(tx);
    return after;
  };
  /** Does the step, which refreshes; then compares what is stored with all of it, and leaves it as it is. */
  const compared = (one: Step, work: (tx: Tx, now: Temporal.Instant) => Promise<unknown>) =>
    studio.inTx(async (tx, now) => {
      await lockMusician(tx, musicianId);
      const holds = await holdsNow(tx, now);
      if (holds?.until === true && holds.exactly) near += 1;
      await work(tx, now);
      const found = await stored(tx);
      const expected = await storedBy(tx, () => whole(tx, now));
      expect({ after: one, found }).toEqual({ after: one, found: expected });
    });
  /** The same for a step that changes only until when claims hold: the openings stay those of an earlier instant. */
  const comparedEnd = (one: Step, work: (tx: Tx, now: Temporal.Instant) => Promise<unknown>) =>
    studio.inTx(async (tx, now) => {
      await lockMusician(tx, musicianId);
      const before = await stored(tx);
      const isStored = (await holdsNow(tx, now))?.until === true;
      await work(tx, now);
      const after = await stored(tx);
      expect(after.openings).toEqual(before.openings);
      const all = await storedBy(tx, () => whole(tx, now));
      if (isStored) ends += 1;
      expect({ after: one, found: after.instants }).toEqual({
        after: one,
        found: isStored ? withOpeningsOf(before, all) : before.instants,
      });
      const next = await storedBy(tx, () => refreshNextFree(tx, musicianId, now, []));
      expect({ after: one, next }).toEqual({ after: one, next: all });
    });

  let sessions: { id: number; isHeld: boolean }[] = [];
  const act = async (one: Step) => {
    if (one.do === 'wait') {
      clock.add({ minutes: one.minutes });
      sessions = sessions.filter(({ isHeld }) => !isHeld || one.minutes === 0);
      return compared(one, (tx, now) => refreshNextFree(tx, musicianId, now, []));
    }
    if (one.do === 'hold') {
      const { rows } = await sql<{ id: string; starts_at: Temporal.Instant; ends_at: Temporal.Instant }>`
        select id, starts_at, ends_at from slots where musician_id = ${musicianId} and not hidden
          and starts_at > ${clock.now()} and not during && taken_times(musician_id, ${clock.now()}, ${clock.now()})
        order by starts_at, ends_at`.execute(app.db);
      const first = rows[one.n % Math.max(1, rows.length)];
      if (first === undefined) return;
      const slots = [first];
      for (const slot of rows)
        if (slots.length < one.run && slot.starts_at.equals(slots.at(-1)?.ends_at ?? NOW)) slots.push(slot);
      const { id } = await makeHold(first, slots.at(-1) ?? first);
      const times = { starts_at: first.starts_at, ends_at: (slots.at(-1) ?? first).ends_at };
      await compared(one, async (tx, now) => {
        const claim = { sessionId: id, musicianId, slotIds: slots.map((slot) => slot.id) };
        if (!(await claimSlots(tx, { ...claim, heldUntil: now.add({ minutes: 10 }), now })))
          throw new Error('a free slot could not be claimed');
        await refreshNextFree(tx, musicianId, now, [times]);
      });
      sessions.push({ id, isHeld: true });
      return;
    }
    const session = sessions[one.n % Math.max(1, sessions.length)];
    if (session === undefined) return;
    const { id: sessionId } = session;
    if (one.do === 'book' || one.do === 'extend') {
      if (!session.isHeld) return;
      session.isHeld = one.do === 'extend';
      await comparedEnd(one, async (tx, now) => {
        if (one.do === 'extend') await extendClaims(tx, { sessionId, heldUntil: now.add({ minutes: 20 }) });
        else if ((await bookClaims(tx, { sessionId, now })) === 0) throw new Error('a hold has gone');
        await refreshFreeEnd(tx, musicianId, now);
      });
      return;
    }
    sessions = sessions.filter((other) => other !== session);
    // Without hours a fixed slot is deleted when it is freed, and one that was offered alone stays.
    await sql`update slots set slot_type = ${one.do === 'free' ? 'flexible' : 'fixed'}
      where id in (select slot_id from slot_claims where session_id = ${sessionId})`.execute(app.db);
    await compared(one, (tx, now) => freeClaims(tx, { sessionId, musicianId, now }));
  };
  const makeHold = async (first: { starts_at: Temporal.Instant }, last: { ends_at: Temporal.Instant }) =>
    app.db
      .insertInto('sessions')
      .values({
        client_id: (await studio.makeClient({ credits: 0 })).id,
        musician_id: musicianId,
        service_id: studio.service('recording'),
        phase: 'hold',
        status: 'prebooked',
        starts_at: first.starts_at,
        ends_at: last.ends_at,
        duration: 30,
        price: 0,
        held_until: clock.now().add({ minutes: 10 }),
        created_at: clock.now(),
        last_update: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();

  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 3, maxLength: 12 }),
      fc.array(step, { minLength: 8, maxLength: 16 }),
      async (rows, steps) => {
        clock.instant = NOW;
        sessions = [];
        await app.db.deleteFrom('slot_claims').execute();
        await app.db.deleteFrom('slots').execute();
        for (const { kind, day, quarter, run, gap, off } of rows)
          for (let n = 0; n < run; n += 1) {
            const from = day * 1440 + quarter * QUARTER + off + n * (kind[1] + gap);
            const midnight = NOW.subtract({ hours: 9, minutes: 7 });
            await sql`insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
              values (${newId()}, ${musicianId}, ${midnight.add({ minutes: from })},
                ${midnight.add({ minutes: from + kind[1] })}, ${kind[0]}, 'flexible') on conflict do nothing`.execute(
              app.db,
            );
          }
        await studio.inTx(whole);
        for (const one of steps) await act(one);
      },
    ),
    { numRuns: runs + 2, examples: [[...LATE_CLAIM], [...AT_ONCE]] },
  );
  expect(near).toBeGreaterThan(runs);
  // A dozen runs may have hardly any by chance.
  expect(ends).toBeGreaterThan(THOROUGH ? runs / 4 : 0);
});
