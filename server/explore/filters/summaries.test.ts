import * as fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { searchPartners } from '#shared/explore/contract.ts';
import { test as base } from '#test/api/test.ts';
import { often } from '#test/thorough.ts';

/** The clocks change in America on 14 March, in Europe on 28 March, on Lord Howe by half an hour on 4 April. */
const NOW = Temporal.Instant.from('2027-03-01T09:07:00Z');
const ZONES = ['America/New_York', 'Europe/Lisbon', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kolkata'];
const KINDS = [
  [['recording'], 'instruments', 30],
  [['mixing', 'mix-advice'], 'mixing', 30],
  [['stem-mastering', 'stereo-mastering'], 'mastering', 45],
  [['singer'], 'vocals', 45],
] as const;

const test = base
  .extend('client', { scope: 'file' }, ({ app, studio }) => {
    app.clock.instant = NOW;
    return studio.makeClient({ zone: 'Europe/Lisbon' });
  })
  .extend('musicians', { scope: 'file' }, async ({ app, studio }) => {
    app.clock.instant = NOW;
    return Promise.all(
      KINDS.map(([services]) => studio.makeMusician({ services: [...services], hours: [] })),
    );
  });

/** The same hours on some days of more than two months, now and then with a gap or at odd minutes. */
const hours = fc.record({
  first: fc.nat(69),
  every: fc.constantFrom(1, 2, 7, 7, 21),
  days: fc.integer({ min: 20, max: 70 }),
  quarter: fc.nat(95),
  run: fc.integer({ min: 3, max: 16 }),
  gap: fc.constantFrom(0, 0, 0, 0, 0, 15),
  off: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 7),
});
interface Wanted {
  readonly first: number;
  readonly days: number;
  readonly zone: string;
  readonly start: number;
  readonly quarters: number;
  readonly services: string | undefined;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  first: fc.constantFrom(0, 0, 3, 20, 50),
  days: fc.integer({ min: 1, max: 62 }),
  zone: fc.constantFrom(...ZONES),
  start: fc.nat(95),
  quarters: fc.constantFrom(3, 12, 16, 48, 95, 96),
  services: fc.constantFrom(undefined, 'mixing', 'recording,stem-mastering', 'mix-advice,singer'),
});

const clock = (quarter: number): string =>
  Temporal.PlainTime.from('00:00')
    .add({ minutes: quarter * 15 })
    .toString({ smallestUnit: 'minute' });

test('over any range of days a search by what is stored finds what the slots themselves say', async ({
  app,
  client,
  musicians,
}) => {
  const today = Temporal.PlainDate.from('2027-03-01');
  const find = async ({ first, days, zone, start, quarters, services }: Wanted) => {
    const query = {
      start_date: today.add({ days: first }).toString(),
      end_date: today.add({ days: first + days - 1 }).toString(),
      start_time: clock(start),
      end_time: clock(start + quarters),
      timezone: zone,
      services,
    };
    const { body } = await app.call(searchPartners, { query }, client);
    return body.partners.map(({ id, free_at }) => ({ id, free_at }));
  };
  const stale = (at: Temporal.Instant | null) =>
    sql`update musicians set openings_stale_at = ${at}::timestamptz`.execute(app.db);

  let [found, missed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(hours, { minLength: 1, maxLength: 3 }), {
        minLength: KINDS.length,
        maxLength: KINDS.length,
      }),
      fc.array(wanted, { minLength: 6, maxLength: 6 }),
      async (calendars, searches) => {
        await app.db.deleteFrom('slots').execute();
        for (const [index, [, category, minutes]] of KINDS.entries()) {
          const slots = (calendars[index] ?? []).flatMap(({ first, every, days, quarter, run, gap, off }) =>
            Array.from({ length: Math.ceil(days / every) }, (_, n) => first + n * every)
              .filter((day) => day < 75)
              .flatMap((day) =>
                Array.from({ length: run }, (_, n) =>
                  today
                    .add({ days: day })
                    .toZonedDateTime('UTC')
                    .toInstant()
                    .add({ minutes: quarter * 15 + off + n * (minutes + gap) }),
                ),
              ),
          );
          await sql`
            insert into slots (id, musician_id, starts_at, ends_at, category, slot_type)
            select gen_random_uuid(), ${musicians[index]?.id}, at, at + make_interval(mins => ${minutes}), ${category}, 'fixed'
            from unnest(${slots.map(String)}::timestamptz[]) at on conflict do nothing`.execute(app.db);
        }
        await sql`select refresh_free_times(array_agg(person_id), ${NOW}) from musicians`.execute(app.db);
        const stored = [];
        for (const search of searches) stored.push(await find(search));
        await stale(null);
        for (const [index, search] of searches.entries()) {
          const bySlots = await find(search);
          expect([search, stored[index]]).toEqual([search, bySlots]);
          found += bySlots.length;
          missed += musicians.length - bySlots.length;
        }
      },
    ),
    { numRuns: often('RUNS', { thorough: 6, quick: 4 }) },
  );
  expect(found).toBeGreaterThan(10);
  expect(missed).toBeGreaterThan(10);
});

test('each row of openings has its summary, whoever writes it', async ({ app, musicians }) => {
  const id = musicians[0]?.id;
  await sql`delete from musician_openings`.execute(app.db);
  await sql`
    insert into musician_openings (musician_id, category, unit_minutes, slots, services, starts, irregular)
    select ${id}::uuid, 'vocals', 45, 1, '{}', set_bit(0::bit(6912), 10 * 96 + 40, 1), false`.execute(app.db);
  const summary = async () =>
    (
      await sql<{ at: number }>`select position('1' in starts::text) as at from opening_summaries`.execute(
        app.db,
      )
    ).rows;
  expect(await summary()).toEqual([{ at: 96 + 41 }]);
  await sql`update musician_openings set starts = starts << 96`.execute(app.db);
  expect(await summary()).toEqual([{ at: 96 + 41 }]);
  await sql`update musician_openings set starts = starts << 193`.execute(app.db);
  expect(await summary()).toEqual([{ at: 40 }]);
  await sql`delete from musician_openings`.execute(app.db);
  expect(await summary()).toEqual([]);
});
