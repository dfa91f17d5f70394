import { expect } from 'vitest';
import { makeSession } from '#test/rooms/sessions.ts';
import { type TestMusician } from '#test/api/studio.ts';
import { extendSlots, refreshNextFree } from './jobs.ts';
import { refreshNextFree as refreshOne } from './steps.ts';
import { takeOff } from '#test/rooms/schedule.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend(
    'lastOf',
    { scope: 'file' },
    ({ studio }) =>
      async (musician: TestMusician) =>
        (await studio.slotsOf(musician)).at(-1)?.starts_at.toString(),
  )
  .extend(
    'stored',
    { scope: 'file' },
    ({ app }) =>
      (musician: TestMusician) =>
        app.db
          .selectFrom('musicians')
          .select(['slots_until', 'next_free_at', 'next_free_stale_at'])
          .where('person_id', '=', musician.id)
          .executeTakeFirstOrThrow(),
  );

test('the daily extension reaches 9 weeks in each zone once its day has begun, and repeats without effect', async ({
  app,
  studio,
  lastOf,
  stored,
}) => {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from: '20:00',
    unit_minutes: 30,
    category: 'instruments',
  }));
  const lisbon = await studio.makeMusician({ zone: 'Europe/Lisbon', hours });
  const adelaide = await studio.makeMusician({ zone: 'Australia/Adelaide', hours });
  const many = [];
  for (let n = 0; n < 30; n += 1) many.push(await studio.makeMusician({ hours: [] }));
  expect([await lastOf(lisbon), await lastOf(adelaide)]).toEqual([
    '2027-01-22T20:00:00Z',
    '2027-01-22T09:30:00Z',
  ]);
  // 13:30 UTC is midnight in Adelaide.
  app.clock.instant = Temporal.Instant.from('2026-11-21T13:29:59Z');
  await extendSlots.run(app.ctx(), {});
  expect(await lastOf(adelaide)).toBe('2027-01-22T09:30:00Z');
  app.clock.instant = Temporal.Instant.from('2026-11-21T13:30:00Z');
  await extendSlots.run(app.ctx(), {});
  expect([await lastOf(lisbon), await lastOf(adelaide)]).toEqual([
    '2027-01-22T20:00:00Z',
    '2027-01-23T09:30:00Z',
  ]);
  await takeOff(studio, lisbon, '2027-01-25');
  app.clock.instant = Temporal.Instant.from('2026-11-25T00:07:00Z');
  await extendSlots.run(app.ctx(), {});
  const once = await studio.slotsOf(lisbon);
  expect(once.at(-1)?.starts_at.toString()).toBe('2027-01-26T20:00:00Z');
  expect(once.some(({ starts_at }) => starts_at.toString().startsWith('2027-01-25'))).toBe(false);
  await extendSlots.run(app.ctx(), {});
  expect(await studio.slotsOf(lisbon)).toEqual(once);
  for (const musician of many) expect((await stored(musician)).slots_until).toBe('2027-01-27');
});

test('after a long standstill the extension begins today, not in the past', async ({ app, studio }) => {
  const musician = await studio.makeMusician();
  app.clock.add({ hours: 24 * 100 });
  await extendSlots.run(app.ctx(), {});
  const first = (await studio.slotsOf(musician))[0];
  expect(first && first.starts_at.since(app.clock.now()).total('hours')).toBeLessThan(24);
  const rows = await app.db
    .selectFrom('slots')
    .select('id')
    .where('musician_id', '=', musician.id)
    .where('starts_at', '<=', app.clock.now())
    .where('starts_at', '>', app.clock.now().subtract({ hours: 24 * 30 }))
    .execute();
  expect(rows).toEqual([]);
});

test('the refresh stores next free times that hold no longer: the slot began, or a hold before it ran out', async ({
  app,
  studio,
  stored,
}) => {
  const musician = await studio.makeMusician();
  const client = await studio.makeClient();
  const [first, second] = await studio.slotsOf(musician);
  await makeSession(studio, { client, musician, status: 'prebooked' });
  await studio.inTx((tx, now) => refreshOne(tx, musician.id, now));
  expect((await stored(musician)).next_free_at).toEqual(second?.starts_at);
  expect((await stored(musician)).next_free_stale_at).toEqual(app.clock.now().add({ minutes: 15 }));

  app.clock.add({ minutes: 15 });
  await refreshNextFree.run(app.ctx(), {});
  expect((await stored(musician)).next_free_at).toEqual(first?.starts_at);

  if (first === undefined) throw new Error('no slot');
  app.clock.instant = first.starts_at;
  await refreshNextFree.run(app.ctx(), {});
  expect((await stored(musician)).next_free_at).toEqual(second?.starts_at);
});
