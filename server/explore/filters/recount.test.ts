import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { unitsOf } from '#shared/booking/rules-units.ts';
import { searchPartners } from '#shared/explore/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import type { TestMusician } from '#test/api/studio.ts';
import { test as base } from '#test/api/test.ts';
import { newId } from '../../lib/ids.ts';

/** The clocks change in America on 14 March, in Europe on 28 March, on Lord Howe by half an hour on 4 April. */
const NOW = Temporal.Instant.from('2027-03-01T09:07:00Z');
const ZONES = ['America/New_York', 'Europe/Lisbon', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kolkata'];
const CHANGES = ['2027-03-12', '2027-03-26', '2027-04-02'];
const KINDS = [
  ['recording', 'instruments', 30, 1],
  ['mixing', 'mixing', 30, 6],
  ['stem-mastering', 'mastering', 45, 2],
  ['singer', 'vocals', 45, 1],
] as const;

interface RecountSlot {
  readonly id: string;
  readonly starts_at: Temporal.Instant;
  readonly ends_at: Temporal.Instant;
}

const test = base
  .extend('client', { scope: 'file' }, async ({ app, studio }): Promise<TestPerson> => {
    app.clock.instant = NOW;
    return studio.makeClient({ zone: 'Europe/Lisbon' });
  })
  .extend('musicians', { scope: 'file' }, async ({ app, studio }) => {
    app.clock.instant = NOW;
    const made: TestMusician[] = [];
    for (const [service] of KINDS) made.push(await studio.makeMusician({ services: [service], hours: [] }));
    return made;
  });

const slot = fc.record({
  /** Quarters of an hour from the first day, mostly in runs. */
  quarter: fc.nat(6 * 96),
  run: fc.integer({ min: 1, max: 8 }),
  gap: fc.constantFrom(0, 0, 0, 0, 15, 30, 60),
  off: fc.constantFrom(0, 0, 0, 0, 0, 7),
  hidden: fc.constantFrom(false, false, true),
  claim: fc.constantFrom(null, null, null, null, 'booked', 'held', 'expired'),
});
const wanted = fc.record({
  change: fc.constantFrom(...CHANGES),
  from: fc.nat(4),
  days: fc.nat(3),
  zone: fc.constantFrom(...ZONES),
  start: fc.nat(95),
  minutes: fc.integer({ min: 1, max: 96 }).map((n) => n * 15),
});

const clock = (minute: number): string =>
  Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString({ smallestUnit: 'minute' });

/**
 * The quarters of an hour of a day's range, one after another: those whose clock reading lies in it, and what lies
 * between. Ranges begin and end with one, and clocks change with one.
 */
function rangeByQuarters(day: Temporal.PlainDate, start: number, minutes: number, zone: string) {
  const from = day.toPlainDateTime().add({ minutes: start });
  const end = day.toPlainDateTime().add({ minutes: start + minutes });
  let at = day.subtract({ days: 1 }).toZonedDateTime('UTC').toInstant();
  let [first, last]: (Temporal.Instant | undefined)[] = [];
  for (let n = 0; n < 5 * 96; n += 1) {
    const reading = at.toZonedDateTimeISO(zone).toPlainDateTime();
    if (first === undefined && Temporal.PlainDateTime.compare(reading, from) >= 0) first = at;
    if (Temporal.PlainDateTime.compare(reading, end) < 0) last = at;
    at = at.add({ minutes: 15 });
  }
  if (first === undefined || last === undefined) throw new Error('no such day');
  return { first, end: last.add({ minutes: 15 }) };
}

test('in any zone, across every change of the clocks, a search finds whom a slow recount of all slots finds', async ({
  app,
  studio,
  client,
  musicians,
}) => {
  const write = async (musician: TestMusician, minutes: number, category: string, list: typeof slots) => {
    await app.db.deleteFrom('slot_claims').where('musician_id', '=', musician.id).execute();
    await app.db.deleteFrom('slots').where('musician_id', '=', musician.id).execute();
    const { rows } = await sql<{ id: number }>`
      insert into sessions (client_id, musician_id, service_id, phase, status, starts_at, ends_at, duration, price,
        created_at, booked_at, last_update)
      select ${client.id}::uuid, ${musician.id}::uuid, ${studio.service('recording')}::uuid, 'booked',
        'client_files_upload_required', ${NOW}, ${NOW.add({ minutes: 30 })}, 30, 1, ${NOW}, ${NOW}, ${NOW}
      returning id`.execute(app.db);
    for (const { at, hidden, claim } of list) {
      const id = newId();
      const added = await sql`
        insert into slots (id, musician_id, starts_at, ends_at, category, slot_type, hidden)
        values (${id}, ${musician.id}, ${at}, ${at.add({ minutes })}, ${category}, 'fixed', ${hidden})
        on conflict do nothing`.execute(app.db);
      if (claim === null || added.numAffectedRows === 0n) continue;
      const until = { booked: null, held: NOW.add({ minutes: 9 }), expired: NOW.subtract({ minutes: 1 }) }[
        claim
      ];
      await sql`
        insert into slot_claims (slot_id, session_id, musician_id, during, held_until)
        select id, ${rows[0]?.id}, musician_id, during, ${until}::timestamptz from slots where id = ${id}
        on conflict do nothing`.execute(app.db);
    }
    await sql`select refresh_free_times(array[${musician.id}::uuid], ${NOW})`.execute(app.db);
  };
  type Written = { at: Temporal.Instant; hidden: boolean; claim: 'booked' | 'held' | 'expired' | null };
  const slots: Written[] = [];

  /** Whether a booking fits by the slots and claims as they are stored. */
  const recount = async (
    musician: TestMusician,
    [, category, minutes, count]: (typeof KINDS)[number],
    spans: ReturnType<typeof rangeByQuarters>[],
  ) => {
    const { rows } = await sql<RecountSlot>`
      select s.id, s.starts_at, s.ends_at from slots s
      where s.musician_id = ${musician.id} and not s.hidden and s.starts_at > ${NOW} and not exists (
        select 1 from slot_claims c where c.musician_id = s.musician_id and c.during && s.during
          and (c.held_until is null or c.held_until > ${NOW}))`.execute(app.db);
    const free = rows.map(({ id, starts_at }) => ({
      id,
      starts_at,
      duration: minutes,
      status: 'available' as const,
      service_category: category,
    }));
    return [...unitsOf(free, count).values()].flat().some((unit) => {
      const [begin, end] = [unit[0]?.starts_at, unit.at(-1)?.starts_at.add({ minutes })];
      if (begin === undefined || end === undefined) return false;
      const minutesOf = Math.round(begin.until(end).total('minutes'));
      return Array.from({ length: minutesOf }, (_, n) => begin.add({ minutes: n })).every((at) =>
        spans.some(
          (span) =>
            Temporal.Instant.compare(at, span.first) >= 0 && Temporal.Instant.compare(at, span.end) < 0,
        ),
      );
    });
  };

  let found = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(slot, { minLength: 1, maxLength: 8 }),
      fc.array(wanted, { minLength: 3, maxLength: 3 }),
      async (blocks, searches) => {
        const change = searches[0]?.change ?? '';
        const begin = Temporal.Instant.from(`${change}T00:00Z`);
        for (const [index, [, category, minutes]] of KINDS.entries()) {
          const list = blocks.flatMap(({ quarter, run, gap, off, hidden, claim }) =>
            Array.from({ length: run }, (_, n) => ({
              at: begin.add({ minutes: quarter * 15 + off + n * (minutes + gap) }),
              hidden: hidden && n % 2 === 0,
              claim: n % 3 === 1 ? claim : null,
            })),
          );
          const musician = musicians[index];
          if (musician !== undefined) await write(musician, minutes, category, list);
        }
        for (const { from, days, zone, start, minutes } of searches) {
          const first = Temporal.PlainDate.from(change).add({ days: from });
          const last = first.add({ days });
          const range = Array.from({ length: days + 1 }, (_, n) =>
            rangeByQuarters(first.add({ days: n }), start * 15, minutes, zone),
          );
          const { body } = await app.call(
            searchPartners,
            {
              query: {
                start_date: first.toString(),
                end_date: last.toString(),
                start_time: clock(start * 15),
                end_time: clock(start * 15 + minutes),
                timezone: zone,
              },
            },
            client,
          );
          const expected: string[] = [];
          for (const [index, kind] of KINDS.entries()) {
            const musician = musicians[index];
            if (musician !== undefined && (await recount(musician, kind, range))) expected.push(musician.id);
          }
          found += expected.length;
          expect(body.partners.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
        }
      },
    ),
    { numRuns: 20 },
  );
  expect(found).toBeGreaterThan(20);
});
