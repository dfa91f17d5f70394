import { expect } from 'vitest';
import { holdUntil } from '#shared/booking/rules.ts';
import type { WeeklyHour } from '#shared/calendar/rules.ts';
import { makeBookingApi } from '#test/rooms/booking.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { type TestMusician } from '#test/api/studio.ts';
import { setWeeklyHours } from './materialize.ts';
import { freeClaims } from './steps.ts';
import { backAtWork, offerSlots, takeOff } from '#test/rooms/schedule.ts';
import { test as base } from '#test/api/test.ts';

const daily = (...times: string[]): WeeklyHour[] =>
  times.flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
  );
const offer = (iso: string) => ({
  starts_at: Temporal.Instant.from(iso),
  unit_minutes: 30,
  category: 'instruments',
});
const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend(
    'change',
    { scope: 'file' },
    ({ studio }) =>
      (musician: TestMusician, ...times: string[]) =>
        studio.inTx((tx, now) =>
          setWeeklyHours(tx, { musicianId: musician.id, hours: daily(...times), now }),
        ),
  )
  .extend(
    'startsOf',
    { scope: 'file' },
    ({ studio }) =>
      async (musician: TestMusician, day: string) =>
        (await studio.slotsOf(musician))
          .map(({ starts_at }) => starts_at.toString())
          .filter((start) => start.startsWith(day)),
  )
  .extend(
    'rowOf',
    { scope: 'file' },
    ({ app }) =>
      (id: string) =>
        app.db.selectFrom('slots').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  .extend(
    'claimOf',
    { scope: 'file' },
    ({ app }) =>
      (id: string) =>
        app.db.selectFrom('slot_claims').selectAll().where('slot_id', '=', id).executeTakeFirst(),
  )
  .extend('storedNextFree', { scope: 'file' }, ({ app }) => async (musician: TestMusician) => {
    const row = await app.db
      .selectFrom('musicians')
      .select('next_free_at')
      .where('person_id', '=', musician.id)
      .executeTakeFirstOrThrow();
    return row.next_free_at?.toString() ?? null;
  });

test('weekly hours become slots 9 weeks ahead, from now on', async ({ studio, storedNextFree }) => {
  const musician = await studio.makeMusician({ hours: daily('09:00', '15:00') });
  const slots = await studio.slotsOf(musician);
  expect(slots).toHaveLength(63 * 2 - 1);
  expect(slots[0]?.starts_at.toString()).toBe('2026-11-21T15:00:00Z');
  expect(slots.at(-1)?.starts_at.toString()).toBe('2027-01-22T15:00:00Z');
  expect(await storedNextFree(musician)).toBe('2026-11-21T15:00:00Z');
});

test('a musician without hours has no slots and no next free time', async ({ studio, storedNextFree }) => {
  const musician = await studio.makeMusician({ hours: [] });
  expect(await studio.slotsOf(musician)).toEqual([]);
  expect(await storedNextFree(musician)).toBeNull();
});

test('a change of hours moves free slots, keeps what stays, and is the same when repeated', async ({
  studio,
  change,
  startsOf,
}) => {
  const musician = await studio.makeMusician({ hours: daily('15:00', '16:00') });
  const kept = (await studio.slotsOf(musician)).find(
    ({ starts_at }) => starts_at.toString() === '2026-11-30T15:00:00Z',
  );
  await change(musician, '15:00', '17:00');
  expect(await startsOf(musician, '2026-11-30')).toEqual(['2026-11-30T15:00:00Z', '2026-11-30T17:00:00Z']);
  const after = await studio.slotsOf(musician);
  expect(after.map(({ id }) => id)).toContain(kept?.id);
  await change(musician, '15:00', '17:00');
  expect(await studio.slotsOf(musician)).toEqual(after);
});

test('a change of hours never touches a booked slot; given back, it returns only if hours still give it', async ({
  studio,
  client,
  change,
  rowOf,
  claimOf,
}) => {
  const musician = await studio.makeMusician({ hours: daily('15:00', '16:00') });
  const starts = Temporal.Instant.from('2026-11-30T16:00:00Z');
  const session = await makeSession(studio, { client, musician, starts });
  const booked = (await studio.slotsOf(musician)).find(({ starts_at }) => starts_at.equals(starts));
  const [row, claim] = [await rowOf(booked?.id ?? ''), await claimOf(booked?.id ?? '')];
  await change(musician, '15:00');
  expect(await rowOf(booked?.id ?? '')).toEqual(row);
  expect(await claimOf(booked?.id ?? '')).toEqual(claim);
  expect(claim).toMatchObject({ session_id: session.id, held_until: null });

  await studio.inTx((tx, now) => freeClaims(tx, { sessionId: session.id, musicianId: musician.id, now }));
  expect(await rowOf(booked?.id ?? '')).toBeUndefined();
});

test('a held slot that hours no longer give keeps its hold, and is not on offer when it runs out', async ({
  app,
  studio,
  change,
  claimOf,
  storedNextFree,
}) => {
  const musician = await studio.makeMusician({ hours: daily('15:00', '16:00') });
  const holder = await studio.makeClient();
  await makeSession(studio, { client: holder, musician, status: 'prebooked' });
  const held = (await studio.slotsOf(musician))[0];
  expect(held?.starts_at.toString()).toBe('2026-11-21T15:00:00Z');
  await change(musician, '16:00');
  expect((await claimOf(held?.id ?? ''))?.held_until).toEqual(holdUntil(app.clock.now()));
  expect((await studio.slotsOf(musician))[0]?.starts_at.toString()).toBe('2026-11-21T16:00:00Z');
  expect(await storedNextFree(musician)).toBe('2026-11-21T16:00:00Z');

  await change(musician, '15:00', '16:00');
  expect((await studio.slotsOf(musician))[0]?.id).toBe(held?.id);
});

test('a hold that has run out keeps no slot', async ({ app, studio, change }) => {
  const musician = await studio.makeMusician({ hours: daily('15:00') });
  const holder = await studio.makeClient();
  await makeSession(studio, { client: holder, musician, status: 'prebooked' });
  const was = app.clock.now();
  app.clock.add({ minutes: 15 });
  await change(musician, '16:00');
  app.clock.instant = was;
  const slots = app.db.selectFrom('slots').select('starts_at').where('musician_id', '=', musician.id);
  const starts = (await slots.orderBy('starts_at').execute()).map(({ starts_at }) => starts_at.toString());
  expect(starts[0]).toBe('2026-11-21T16:00:00Z');
  expect(starts.filter((start) => start.endsWith('T15:00:00Z'))).toEqual([]);
});

test("a day off hides that day's slots that are not booked, and gives them back when it is taken back", async ({
  studio,
  client,
  rowOf,
}) => {
  const musician = await studio.makeMusician({ zone: 'Australia/Adelaide', hours: daily('00:15', '09:00') });
  // 30 November in Adelaide begins on 29 November at 13:30 UTC.
  const early = Temporal.Instant.from('2026-11-29T13:45:00Z');
  await makeSession(studio, { client, musician, starts: early });
  const before = await studio.slotsOf(musician);
  await takeOff(studio, musician, '2026-11-30');
  await takeOff(studio, musician, '2026-11-30');
  const during = await studio.slotsOf(musician);
  const missing = before.filter(({ id }) => !during.some((slot) => slot.id === id));
  expect(missing.map(({ starts_at }) => starts_at.toString())).toEqual(['2026-11-29T22:30:00Z']);
  expect(await rowOf(missing[0]?.id ?? '')).toMatchObject({ hidden: true });
  await backAtWork(studio, musician);
  expect(await studio.slotsOf(musician)).toEqual(before);
});

test('a single offer stands beside the hours, whatever becomes of them, and is hidden on a day off', async ({
  studio,
  change,
  startsOf,
}) => {
  const musician = await studio.makeMusician({ hours: daily('15:00') });
  const offers = [
    offer('2026-11-30T18:10:00Z'),
    offer('2027-03-01T18:00:00Z'),
    offer('2026-11-30T15:00:00Z'),
  ];
  await offerSlots(studio, musician, offers);
  await offerSlots(studio, musician, offers);
  expect(await startsOf(musician, '2026-11-30')).toEqual(['2026-11-30T15:00:00Z', '2026-11-30T18:10:00Z']);
  await change(musician);
  expect((await studio.slotsOf(musician)).map(({ starts_at }) => starts_at.toString())).toEqual([
    '2026-11-30T18:10:00Z',
    '2027-03-01T18:00:00Z',
  ]);
  await takeOff(studio, musician, '2027-03-01');
  expect(await startsOf(musician, '2027-03-01')).toEqual([]);
  expect(await startsOf(musician, '2026-11-30')).toEqual(['2026-11-30T18:10:00Z']);
});

test('hours that change while people book: whoever got the slot keeps it, the others are told', async ({
  app,
  studio,
  change,
  startsOf,
  claimOf,
}) => {
  const bookingApi = makeBookingApi(app, studio);
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const musician = await studio.makeMusician({ hours: daily('15:00') });
    const [slot] = await studio.slotsOf(musician);
    if (slot === undefined) throw new Error('no slot');
    const holder = await studio.makeClient();
    const changing = () => change(musician, '16:00');
    const asking = () => bookingApi.prebook(holder, [slot]);
    const [answer] = await (round % 2 === 0
      ? Promise.all([asking(), changing()])
      : Promise.all([changing(), asking()]).then(([none, asked]) => [asked, none] as const));
    const claim = await claimOf(slot.id);
    outcomes.add(`${answer.status} ${claim === undefined ? 'nobody has it' : 'held'}`);
    expect(await startsOf(musician, '2026-11-21')).toContain('2026-11-21T16:00:00Z');
  }
  const possible = new Set(['201 held', '404 nobody has it', '409 nobody has it']);
  expect(outcomes.difference(possible)).toEqual(new Set());
});
