import { expect } from 'vitest';
import type { ScheduleChange } from '#shared/calendar/rules-change.ts';
import { test } from '#test/rooms/booking.ts';
import { scheduleApi, scheduleFaults } from '#test/rooms/schedule.ts';

const PEOPLE = 32;
const hours = (...times: string[]) =>
  times.flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
  );
const byId = (a: { session_id: number | null }, b: { session_id: number | null }) =>
  (a.session_id ?? 0) - (b.session_id ?? 0);
/** Takes away and gives back what is being booked, in every way that there is. */
const CHANGES: readonly ScheduleChange[] = [
  { kind: 'hours', valid_from: '2026-11-22', hours: hours('15:00', '16:00') },
  {
    kind: 'time_off',
    from_day: '2026-11-22',
    to_day: '2026-11-24',
    from_time: null,
    to_time: null,
    every_year: false,
    note: '',
  },
  { kind: 'hours', valid_from: '2026-11-22', hours: hours('08:00', '08:30', '09:00', '10:15') },
  {
    kind: 'offer',
    offers: ['20:00', '20:30', '21:00'].map((at) => ({
      starts_at: `2026-11-23T${at}:00Z`,
      unit_minutes: 30,
      category: 'instruments',
    })),
  },
  { kind: 'copy_week', from_week: '2026-11-23', to_week: '2026-12-07' },
  { kind: 'hours', valid_from: '2026-11-21', hours: [] },
];

test('hours, offers and time off change while 32 people book: every booking stands, nothing is given twice', async ({
  app,
  studio,
  clock,
  bookingApi,
}) => {
  const musician = await studio.makeMusician();
  const schedule = scheduleApi(app);
  const slots = (await studio.slotsOf(musician)).slice(0, 40);
  const clients = await Promise.all(Array.from({ length: PEOPLE }, () => studio.makeClient()));

  const booking = clients.map(async (client, n) => {
    const wanted = slots.slice(n % 20, (n % 20) + 1);
    const held = await bookingApi.prebook(client, wanted);
    expect([201, 404, 409]).toContain(held.status);
    if (held.status !== 201) return null;
    const { id } = held.body.session;
    const confirmed = await bookingApi.confirm(client, id);
    // What is held stays, whatever the musician changes meanwhile.
    expect(confirmed.status).toBe(201);
    return { id, slot: wanted[0] };
  });
  const changing = async (from: number) => {
    for (let n = 0; n < CHANGES.length; n += 1) {
      const change = CHANGES[(n + from) % CHANGES.length];
      if (change === undefined) continue;
      const { status } = await schedule.change(musician, change);
      expect([200, 409, 422]).toContain(status);
      const { last_change } = await schedule.read(musician);
      if (n % 2 === 0 || last_change === null) continue;
      const undone = await schedule.undo(musician, last_change.id);
      expect([200, 404, 409]).toContain(undone.status);
    }
  };
  const [booked] = await Promise.all([Promise.all(booking), changing(0), changing(3)]);

  const sessions = booked.filter((one) => one !== null);
  expect(sessions.length).toBeGreaterThan(0);
  const claims = await app.db
    .selectFrom('slot_claims as c')
    .innerJoin('slots as s', 's.id', 'c.slot_id')
    .select(['c.session_id', 'c.held_until', 's.id', 's.starts_at', 's.ends_at'])
    .where('c.musician_id', '=', musician.id)
    .execute();
  const expected = sessions.map(({ id, slot }) => ({
    session_id: id,
    held_until: null,
    id: slot?.id,
    starts_at: slot?.starts_at,
    ends_at: slot?.ends_at,
  }));
  expect(claims.toSorted(byId)).toEqual(expected.toSorted(byId));
  expect(await scheduleFaults(app, musician.id, clock.now())).toEqual([]);
});

test('of two windows that save at once one hears that the calendar has changed', async ({ app, studio }) => {
  const musician = await studio.makeMusician();
  const schedule = scheduleApi(app);
  const answers = await Promise.all(
    ['09:00', '10:00', '11:00'].map((from) =>
      schedule.change(musician, { kind: 'hours', valid_from: '2026-11-30', hours: hours(from) }, 0),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('schedule_changed');
  expect((await schedule.read(musician)).version).toBe(1);
});
