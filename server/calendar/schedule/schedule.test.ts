import { describe, expect } from 'vitest';
import {
  changeSchedule,
  getSchedule,
  previewSchedule,
  undoSchedule,
} from '#shared/calendar/contract-schedule.ts';
import { listSlots } from '#shared/explore/contract.ts';
import type { ScheduleChange } from '#shared/calendar/rules-change.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { scheduleApi } from '#test/rooms/schedule.ts';
import type { TestMusician } from '#test/api/studio.ts';
import { test as base } from '#test/api/test.ts';

/** Every day at these times, for recordings. */
const daily = (...times: string[]) =>
  times.flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
  );
const hours = (valid_from: string, ...times: string[]): ScheduleChange => ({
  kind: 'hours',
  valid_from,
  hours: daily(...times),
});
const off = (from_day: string, more: Partial<Extract<ScheduleChange, { kind: 'time_off' }>> = {}) =>
  ({
    kind: 'time_off',
    from_day,
    to_day: from_day,
    from_time: null,
    to_time: null,
    every_year: false,
    note: '',
    ...more,
  }) as const satisfies ScheduleChange;
const offer = (...starts: string[]): ScheduleChange => ({
  kind: 'offer',
  offers: starts.map((starts_at) => ({ starts_at, unit_minutes: 30, category: 'instruments' })),
});

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ studio }) => studio.makeClient())
  .extend('schedule', { scope: 'file' }, ({ app }) => scheduleApi(app))
  .extend('musician', ({ studio }) => studio.makeMusician({ hours: daily('15:00', '16:00') }))
  .extend(
    'preview',
    { scope: 'file' },
    ({ app, schedule }) =>
      async (musician: TestMusician, change: ScheduleChange, version?: number) => {
        const body = { version: version ?? (await schedule.read(musician)).version, change };
        return app.call(previewSchedule, { body: structuredClone(body) as never }, musician.person);
      },
  )
  /** The shown slots of a day that a client sees, as HH:mm. */
  .extend('seen', { scope: 'file' }, ({ app, client }) => async (musician: TestMusician, day: string) => {
    const { body } = await app.call(listSlots, { params: { id: musician.id }, query: { days: 60 } }, client);
    return body.slots
      .filter(({ start_date, status }) => start_date.startsWith(day) && status === 'available')
      .map(({ start_date }) => start_date.slice(11, 16));
  });

test('says hours, kinds, zone and version', async ({ app, musician }) => {
  const { status, body } = await app.call(getSchedule, {}, musician.person);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    version: 0,
    zone: 'Europe/Lisbon',
    today: '2026-11-21',
    kinds: [{ category: 'instruments', unit_minutes: 30, services: ['Recording session'] }],
    time_off: [],
    last_change: null,
  });
  expect(body.hours).toMatchObject([{ valid_from: '2026-11-21', valid_until: null }]);
  expect(body.hours[0]?.hours).toHaveLength(14);
  expect(body.hours[0]?.hours[0]).toEqual({
    weekday: 1,
    from: '15:00',
    unit_minutes: 30,
    category: 'instruments',
  });
});

describe('weekly hours', () => {
  test('are in force from their day on, not before', async ({ musician, schedule, seen }) => {
    const { status, body } = await schedule.change(musician, hours('2026-12-01', '09:00', '15:00'));
    expect(status).toBe(200);
    expect(body.schedule.version).toBe(1);
    expect(body.schedule.hours.map(({ valid_from }) => valid_from)).toEqual(['2026-11-21', '2026-12-01']);
    expect(await seen(musician, '2026-11-30')).toEqual(['15:00', '16:00']);
    expect(await seen(musician, '2026-12-01')).toEqual(['09:00', '15:00']);
    // A later save replaces what was to come.
    await schedule.change(musician, hours('2026-11-25', '10:00'));
    expect(await seen(musician, '2026-11-24')).toEqual(['15:00', '16:00']);
    expect(await seen(musician, '2026-12-01')).toEqual(['10:00']);
    expect((await schedule.read(musician)).hours).toHaveLength(2);
  });

  test.for([
    [hours('2026-11-20', '09:00'), 'Choose today or a later day.'],
    [hours('2028-01-01', '09:00'), 'Choose a day within the next 12 months.'],
    [hours('2026-12-01', '09:00', '09:15'), 'Monday 09:00 to 09:30 overlaps Monday 09:15 to 09:45.'],
    [
      {
        kind: 'hours',
        valid_from: '2026-12-01',
        hours: [{ weekday: 1, from: '09:00', unit_minutes: 45, category: 'vocals' }],
      },
      'No service has slots of this kind and length. Choose another.',
    ],
    [hours('2026-11-21', '15:00', '16:00'), 'This changes nothing.'],
  ] as const)('%o is refused: %s', async ([change, detail], { musician, schedule, preview }) => {
    expect(await schedule.change(musician, change)).toMatchObject({ status: 422, problem: { detail } });
    expect(await preview(musician, change)).toMatchObject({ status: 422, problem: { detail } });
    expect((await schedule.read(musician)).version).toBe(0);
  });

  test.for([
    { weekday: 8 },
    { weekday: 1.5 },
    { from: '9:00' },
    { from: '24:00' },
    { from: '09:03' },
    { unit_minutes: 0 },
    { category: '' },
  ])('with %o they are malformed', async (wrong, { musician, schedule }) => {
    const change = { ...hours('2026-12-01', '09:00'), hours: [{ ...daily('09:00')[0], ...wrong }] };
    expect((await schedule.change(musician, change as ScheduleChange)).status).toBe(400);
  });
});

describe('time off', () => {
  test('hides free slots and leaves what is booked or held', async ({
    studio,
    client,
    musician,
    schedule,
    preview,
    seen,
  }) => {
    const starts = Temporal.Instant.from('2026-11-25T15:00:00Z');
    const session = await makeSession(studio, { client, musician, starts });
    const change = off('2026-11-25', { to_day: '2026-11-26', note: ' Dentist\u0007 ' });
    const asked = await preview(musician, change);
    expect(asked.body.effect).toMatchObject({ added: 0, removed: 0, hidden: 3, shown: 0 });
    expect(asked.body.effect.stays).toEqual([
      {
        session_id: session.id,
        starts_at: '2026-11-25T15:00:00Z',
        ends_at: '2026-11-25T15:30:00Z',
        claim: 'booked',
      },
    ]);
    expect(await seen(musician, '2026-11-26')).toHaveLength(2);
    const saved = await schedule.change(musician, change);
    expect(saved.body.effect).toEqual(asked.body.effect);
    expect(saved.body.schedule.time_off).toMatchObject([{ from_day: '2026-11-25', note: 'Dentist' }]);
    expect(await seen(musician, '2026-11-25')).toEqual([]);
    expect(await seen(musician, '2026-11-26')).toEqual([]);
  });

  test('of some hours hides what overlaps them, of each day', async ({ musician, schedule, seen }) => {
    const mornings = { to_day: '2026-11-26', from_time: '15:20', to_time: '16:00' } as const;
    await schedule.change(musician, off('2026-11-25', mornings));
    for (const day of ['2026-11-25', '2026-11-26']) expect(await seen(musician, day)).toEqual(['16:00']);
    expect(await seen(musician, '2026-11-27')).toEqual(['15:00', '16:00']);
  });

  test('every year comes again; it can be changed and taken back', async ({ musician, schedule, seen }) => {
    const made = await schedule.change(musician, off('2026-11-25', { every_year: true }));
    const id = made.body.schedule.time_off[0]?.id ?? '';
    await schedule.change(musician, off('2026-11-24', { id, every_year: true }));
    expect(await seen(musician, '2026-11-24')).toEqual([]);
    expect(await seen(musician, '2026-11-25')).toEqual(['15:00', '16:00']);
    const { status } = await schedule.change(musician, { kind: 'remove_time_off', id });
    expect(status).toBe(200);
    expect(await seen(musician, '2026-11-24')).toEqual(['15:00', '16:00']);
    expect((await schedule.change(musician, { kind: 'remove_time_off', id })).status).toBe(404);
    expect((await schedule.change(musician, off('2026-11-24', { id }))).status).toBe(404);
  });

  test('of another musician is as if it were not there', async ({ studio, musician, schedule }) => {
    const other = await studio.makeMusician({ hours: [] });
    const made = await schedule.change(other, off('2026-11-25'));
    const id = made.body.schedule.time_off[0]?.id ?? '';
    expect((await schedule.change(musician, { kind: 'remove_time_off', id })).status).toBe(404);
    expect((await schedule.read(other)).time_off).toHaveLength(1);
  });

  test.for([
    [off('2026-11-26', { to_day: '2026-11-25' }), 'Choose a last day that is not before the first.'],
    [off('2026-11-26', { from_time: '12:00', to_time: '12:00' }), 'Choose an end that is after the start.'],
    [off('2026-11-20'), 'Choose today or a later day.'],
    [off('2026-12-01', { to_day: '2027-12-02' }), 'Time off can last a year at most.'],
    [off('2027-11-23'), 'Choose a day within the next 12 months.'],
  ] as const)('%o is refused: %s', async ([change, detail], { musician, schedule }) => {
    expect(await schedule.change(musician, change)).toMatchObject({ status: 422, problem: { detail } });
  });
});

describe('offers', () => {
  const evenings = offer('2026-11-25T20:00:00Z', '2026-11-25T20:30:00Z');

  test('are slots that can be withdrawn until somebody has them', async ({
    studio,
    client,
    musician,
    schedule,
    seen,
  }) => {
    expect((await schedule.change(musician, evenings)).body.effect).toMatchObject({ added: 2 });
    expect(await seen(musician, '2026-11-25')).toEqual(['15:00', '16:00', '20:00', '20:30']);
    const [first, second] = (await studio.slotsOf(musician)).filter(({ starts_at }) =>
      starts_at.toString().startsWith('2026-11-25T20'),
    );
    const withdraw = (...slots: (string | undefined)[]) =>
      schedule.change(musician, { kind: 'withdraw', slots: slots.map((id) => id ?? '') });
    await makeSession(studio, { client, musician, starts: Temporal.Instant.from('2026-11-25T20:00:00Z') });
    expect(await withdraw(first?.id, second?.id)).toMatchObject({
      status: 409,
      problem: { code: 'slot_taken' },
    });
    expect((await withdraw(second?.id)).status).toBe(200);
    expect(await seen(musician, '2026-11-25')).toEqual(['15:00', '16:00']);
    expect((await withdraw(second?.id)).status).toBe(404);
    const [fixed] = await studio.slotsOf(musician);
    expect((await withdraw(fixed?.id)).problem.detail).toBe(
      'This slot comes from the weekly hours. Change them, or take time off.',
    );
  });

  test.for([
    [offer('2026-11-21T11:00:00Z'), 'Choose a time that is still to come.'],
    [offer('2026-11-25T15:10:00Z'), 'There are slots for this service at that time already.'],
    [
      offer('2026-11-25T20:00:00Z', '2026-11-25T20:20:00Z'),
      'There are slots for this service at that time already.',
    ],
    [offer('2026-11-25T15:00:00Z'), 'This changes nothing.'],
    [offer('2028-01-01T15:00:00Z'), 'Choose a day within the next 12 months.'],
  ] as const)('%o is refused: %s', async ([change, detail], { musician, schedule }) => {
    expect(await schedule.change(musician, change)).toMatchObject({ status: 422, problem: { detail } });
  });
});

describe('copying a week', () => {
  test('makes offers of what the other week does not have, at the same local times', async ({
    studio,
    schedule,
    seen,
  }) => {
    const musician = await studio.makeMusician({ hours: daily('15:00') });
    await schedule.change(musician, offer('2026-11-25T20:00:00Z', '2026-11-26T18:00:00Z'));
    await schedule.change(musician, offer('2026-12-03T17:45:00Z'));
    const copied = await schedule.change(musician, {
      kind: 'copy_week',
      from_week: '2026-11-25',
      to_week: '2026-11-30',
    });
    // Thursday's 18:00 would overlap an offer there.
    expect(copied.body.effect).toMatchObject({ added: 1, removed: 0 });
    expect(await seen(musician, '2026-12-02')).toEqual(['15:00', '20:00']);
    expect(await seen(musician, '2026-12-03')).toEqual(['15:00', '17:45']);
    const again = await schedule.change(musician, {
      kind: 'copy_week',
      from_week: '2026-11-25',
      to_week: '2026-11-30',
    });
    expect(again.problem.code).toBe('nothing_changes');
  });

  test.for([
    [{ from_week: '2026-11-23', to_week: '2026-11-29' }, 'Choose another week to copy to.'],
    [{ from_week: '2026-11-23', to_week: '2026-11-15' }, 'Choose today or a later day.'],
    [{ from_week: '2026-08-01', to_week: '2026-11-30' }, 'Choose a week of the last three months to copy.'],
    [{ from_week: '2026-11-23', to_week: '2028-01-01' }, 'Choose a day within the next 12 months.'],
  ] as const)('%o is refused: %s', async ([weeks, detail], { musician, schedule }) => {
    const change = { kind: 'copy_week', ...weeks } as const;
    expect(await schedule.change(musician, change)).toMatchObject({ status: 422, problem: { detail } });
  });
});

describe('undo', () => {
  test('takes back the latest change, then the one before it', async ({ musician, schedule, seen }) => {
    const first = (await schedule.change(musician, hours('2026-11-22', '09:00'))).body.change_id;
    const second = (await schedule.change(musician, off('2026-11-25'))).body.change_id;
    const third = (await schedule.change(musician, offer('2026-11-26T20:00:00Z'))).body.change_id;
    expect(await schedule.undo(musician, first)).toMatchObject({
      status: 409,
      problem: { code: 'newer_change' },
    });
    const undone = await schedule.undo(musician, third);
    expect(undone.body.effect).toMatchObject({ removed: 1 });
    expect(undone.body.schedule.last_change?.id).toBe(second);
    expect(await seen(musician, '2026-11-26')).toEqual(['09:00']);
    expect((await schedule.undo(musician, third)).status).toBe(404);
    await schedule.undo(musician, second);
    expect(await seen(musician, '2026-11-25')).toEqual(['09:00']);
    const { body } = await schedule.undo(musician, first);
    expect(await seen(musician, '2026-11-25')).toEqual(['15:00', '16:00']);
    expect(body.schedule).toMatchObject({ version: 6, last_change: null });
  });

  test('leaves an offer that somebody has', async ({ studio, client, musician, schedule }) => {
    const made = await schedule.change(musician, offer('2026-11-26T20:00:00Z', '2026-11-26T20:30:00Z'));
    const starts = Temporal.Instant.from('2026-11-26T20:00:00Z');
    await makeSession(studio, { client, musician, starts });
    const undone = await schedule.undo(musician, made.body.change_id);
    expect(undone.body.effect).toMatchObject({ removed: 1 });
    const left = (await studio.slotsOf(musician)).filter(({ starts_at }) => starts_at.equals(starts));
    expect(left).toHaveLength(1);
  });

  test("does not know another musician's change", async ({ studio, musician, schedule }) => {
    const other = await studio.makeMusician({ hours: [] });
    const made = await schedule.change(other, off('2026-11-25'));
    expect((await schedule.undo(musician, made.body.change_id)).status).toBe(404);
  });
});

test('a preview saves nothing, and says the free slots of each week before and after', async ({
  musician,
  schedule,
  preview,
  seen,
}) => {
  const { status, body } = await preview(musician, hours('2026-12-01', '09:00'));
  expect(status).toBe(200);
  expect(body.version).toBe(0);
  expect(body.effect.weeks.slice(0, 4)).toEqual([
    { week: '2026-11-16', before: 4, after: 4 },
    { week: '2026-11-23', before: 14, after: 14 },
    { week: '2026-11-30', before: 14, after: 8 },
    { week: '2026-12-07', before: 14, after: 7 },
  ]);
  expect(body.effect.weeks).toHaveLength(10);
  expect(await seen(musician, '2026-12-01')).toEqual(['15:00', '16:00']);
  expect((await schedule.read(musician)).last_change).toBeNull();
});

test('a change made on an old version is refused', async ({ musician, schedule, preview }) => {
  await schedule.change(musician, off('2026-11-25'));
  for (const answer of [
    await schedule.change(musician, off('2026-11-26'), 0),
    await preview(musician, off('2026-11-26'), 0),
  ])
    expect(answer).toMatchObject({ status: 409, problem: { code: 'schedule_changed' } });
});

test('a partner who is no musician has no schedule; others may not ask', async ({ app, client }) => {
  const partner = await app.people.make('partner');
  const body = { version: 0, change: structuredClone(off('2026-11-25')) };
  const undo = { body: { change_id: '01900000-0000-7000-8000-000000000000' } };
  for (const [as, status] of [
    [partner, 404],
    [client, 403],
    [null, 401],
  ] as const) {
    expect((await app.call(getSchedule, {}, as)).status).toBe(status);
    expect((await app.call(previewSchedule, { body }, as)).status).toBe(status);
    expect((await app.call(changeSchedule, { body }, as)).status).toBe(status);
    expect((await app.call(undoSchedule, undo, as)).status).toBe(status);
  }
});

test('saving twice under one Idempotency-Key changes once', async ({ app, musician, schedule }) => {
  const body = { version: 0, change: structuredClone(off('2026-11-25')) };
  const send = () =>
    app.call(changeSchedule, { body, headers: { 'idempotency-key': 'once' } }, musician.person);
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect((await schedule.read(musician)).time_off).toHaveLength(1);
});
