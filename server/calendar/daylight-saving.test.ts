import { describe, expect, onTestFinished, test } from 'vitest';
import { listSlots } from '#shared/explore/contract.ts';
import { testApp } from '#test/api/app.ts';
import { makeStudio } from '#test/api/studio.ts';
import { extendSlots } from './jobs.ts';

/** Every day at 18:00 and at two times of the night in which the clocks change. */
const hoursAt = (...times: string[]) =>
  times.flatMap((from) =>
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, unit_minutes: 30, category: 'instruments' })),
  );

interface Case {
  readonly zone: string;
  /** The day of the change. */
  readonly day: string;
  readonly night: string;
  /** The instants of the night's hour on the day before, of the change, and after; null: it does not exist. */
  readonly nights: readonly [string, string | null, string];
  /** The same of 18:00. */
  readonly evenings: readonly [string, string, string];
}

const times = (slots: { starts_at: Temporal.Instant }[]) => slots.map((slot) => slot.starts_at.toString());

const SPRING: readonly Case[] = [
  {
    zone: 'America/New_York',
    day: '2026-03-08',
    night: '02:30',
    nights: ['2026-03-07T07:30:00Z', null, '2026-03-09T06:30:00Z'],
    evenings: ['2026-03-07T23:00:00Z', '2026-03-08T22:00:00Z', '2026-03-09T22:00:00Z'],
  },
  {
    zone: 'Europe/Lisbon',
    day: '2026-03-29',
    night: '01:30',
    nights: ['2026-03-28T01:30:00Z', null, '2026-03-30T00:30:00Z'],
    evenings: ['2026-03-28T18:00:00Z', '2026-03-29T17:00:00Z', '2026-03-30T17:00:00Z'],
  },
  {
    zone: 'Australia/Adelaide',
    day: '2026-04-05',
    night: '02:30',
    nights: ['2026-04-03T16:00:00Z', '2026-04-04T16:00:00Z', '2026-04-05T17:00:00Z'],
    evenings: ['2026-04-04T07:30:00Z', '2026-04-05T08:30:00Z', '2026-04-06T08:30:00Z'],
  },
  {
    zone: 'Australia/Lord_Howe',
    day: '2026-04-05',
    night: '01:45',
    nights: ['2026-04-03T14:45:00Z', '2026-04-04T14:45:00Z', '2026-04-05T15:15:00Z'],
    evenings: ['2026-04-04T07:00:00Z', '2026-04-05T07:30:00Z', '2026-04-06T07:30:00Z'],
  },
];

const AUTUMN: readonly Case[] = [
  {
    zone: 'America/New_York',
    day: '2026-11-01',
    night: '01:30',
    nights: ['2026-10-31T05:30:00Z', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z'],
    evenings: ['2026-10-31T22:00:00Z', '2026-11-01T23:00:00Z', '2026-11-02T23:00:00Z'],
  },
  {
    zone: 'Europe/Lisbon',
    day: '2026-10-25',
    night: '01:30',
    nights: ['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    evenings: ['2026-10-24T17:00:00Z', '2026-10-25T18:00:00Z', '2026-10-26T18:00:00Z'],
  },
  {
    zone: 'Australia/Adelaide',
    day: '2026-10-04',
    night: '02:30',
    nights: ['2026-10-02T17:00:00Z', null, '2026-10-04T16:00:00Z'],
    evenings: ['2026-10-03T08:30:00Z', '2026-10-04T07:30:00Z', '2026-10-05T07:30:00Z'],
  },
  {
    zone: 'Australia/Lord_Howe',
    day: '2026-10-04',
    night: '02:15',
    nights: ['2026-10-02T15:45:00Z', null, '2026-10-04T15:15:00Z'],
    evenings: ['2026-10-03T07:30:00Z', '2026-10-04T07:00:00Z', '2026-10-05T07:00:00Z'],
  },
];

describe.each([
  ['first', '2026-02-20T12:00:00Z', SPRING],
  ['second', '2026-09-20T12:00:00Z', AUTUMN],
])('across the %s change of a year', (_, start, cases) => {
  test('slots land on the right instants, made at once or day by day', async () => {
    const app = await testApp(start);
    onTestFinished(() => app.close());
    const studio = await makeStudio(app);
    const client = await studio.makeClient();
    const made = [];
    for (const { zone, night } of cases) {
      const hours = hoursAt(night, '18:00');
      made.push({
        atOnce: await studio.makeMusician({ zone, hours }),
        dayByDay: await studio.makeMusician({ zone, hours }),
      });
    }
    // One of each pair is emptied and filled again by the daily job, a week a time.
    const emptied = made.map(({ dayByDay }) => dayByDay.id);
    await app.db.deleteFrom('slots').where('musician_id', 'in', emptied).execute();
    for (let week = -8; week <= 0; week += 1) {
      const now = Temporal.Instant.from(start).add({ hours: week * 7 * 24 });
      if (week === -8)
        await app.db
          .updateTable('musicians')
          .set({ slots_until: null })
          .where('person_id', 'in', emptied)
          .execute();
      await extendSlots.run({ ...app.ctx(), now }, {});
    }
    for (const [n, { zone, day: date, night, nights, evenings }] of cases.entries()) {
      const { atOnce, dayByDay } = made[n] ?? {};
      if (atOnce === undefined || dayByDay === undefined) throw new Error('no musician');
      const { body } = await app.call(listSlots, { params: { id: atOnce.id }, query: { days: 60 } }, client);
      const instants = body.slots.map((slot) => slot.start_date);
      const day = Temporal.PlainDate.from(date);
      const local = (start: string) => Temporal.Instant.from(start).toZonedDateTimeISO(zone);
      const around = [day.subtract({ days: 1 }), day, day.add({ days: 1 })];
      const onDay = (date: Temporal.PlainDate) =>
        instants.filter((start) => local(start).toPlainDate().equals(date));
      expect(around.map(onDay)).toEqual(
        [0, 1, 2].map((i) => [nights[i], evenings[i]].filter((instant) => instant !== null)),
      );
      for (const start of instants)
        expect([night, '18:00']).toContain(local(start).toPlainTime().toString({ smallestUnit: 'minute' }));

      expect(times(await studio.slotsOf(dayByDay))).toEqual(times(await studio.slotsOf(atOnce)));
    }
  });
});
